import { formatCount } from '#contract/money.ts';
import type { Queryable } from '../../db/database.ts';
import { readCentreLoad } from './centre-repository.ts';

/** Warns of more orders than a centre can hand out on a day. @returns null when it can, or its limit is not known. */
export function formatCentreOverload(orders: number, ordersPerDay: number | null): string | null {
  return ordersPerDay !== null && orders > ordersPerDay
    ? `More than this centre can hand out in a day: ${formatCount(orders)} of ${formatCount(ordersPerDay)}`
    : null;
}

/** Warns before the goods of these groups come to a centre, where others already wait. */
export async function findCentreOverload(
  db: Queryable,
  centreCode: string,
  groupIds: readonly string[],
): Promise<string | null> {
  if (groupIds.length === 0) return null;
  const load = await readCentreLoad(db, centreCode, groupIds);
  return load ? formatCentreOverload(load.orders, load.ordersPerDay) : null;
}
