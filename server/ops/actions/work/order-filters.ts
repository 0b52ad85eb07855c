import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError, type OperatorActionContext } from '../../action.ts';
import { formatListAuditTarget } from '../../queries/audit/list-audit-target.ts';
import type { OrderFilter } from '../../queries/order-filter.ts';

/**
 * Checks the filter of an order list, and limits it to the operator's pickup centres.
 * @returns the filter, and the target under which the audit log records it.
 * @throws {ActionRefusedError}
 */
export function limitOrderFilterToOperatorCentres(
  { centres }: Pick<OperatorActionContext, 'centres'>,
  asked: OrderFilter,
): { filter: OrderFilter; lookedAt: string } {
  for (const day of [asked.from, asked.to])
    if (day !== undefined && !isCalendarDay(day))
      throw new ActionRefusedError('--from and --to are YYYY-MM-DD.');
  return { filter: { ...asked, centres }, lookedAt: formatListAuditTarget('orders', asked) };
}
