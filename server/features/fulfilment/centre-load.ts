import { formatInteger } from '#contract/rules/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { findCentreOrdersAndDailyLimit } from './centre-repository.ts';

/**
 * Writes a warning when a pickup centre gets more orders than it can hand out in a day.
 * @returns null when no warning is needed.
 */
export function formatCentreOverloadWarning(orders: number, ordersPerDay: number | null): string | null {
  return ordersPerDay !== null && orders > ordersPerDay
    ? `More than this centre can hand out in a day: ${formatInteger(orders)} of ${formatInteger(ordersPerDay)}`
    : null;
}

/** Warns when a pickup centre gets more orders than it can hand out a day, counting those that already wait there. */
export async function findCentreOverloadWarning(
  db: Queryable,
  centreCode: string,
  groupIds: readonly string[],
): Promise<string | null> {
  if (groupIds.length === 0) return null;
  const load = await findCentreOrdersAndDailyLimit(db, centreCode, groupIds);
  return load ? formatCentreOverloadWarning(load.orders, load.ordersPerDay) : null;
}
