import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError, type OperatorActionContext } from '../../action.ts';
import { formatListAuditTarget } from '../../queries/audit/list-audit-target.ts';
import type { OrderFilter } from '../../queries/order-filter.ts';

/**
 * Checks the filter of a list of orders, and limits it to the operator's pickup centres.
 * @returns the filter, and its target in the audit log.
 * @throws {ActionRefusedError}
 */
export function readOrderFilter(
  { centres }: Pick<OperatorActionContext, 'centres'>,
  asked: OrderFilter,
): { filter: OrderFilter; lookedAt: string } {
  for (const day of [asked.from, asked.to])
    if (day !== undefined && !isCalendarDay(day))
      throw new ActionRefusedError('--from and --to are YYYY-MM-DD.');
  return { filter: { ...asked, centres }, lookedAt: formatListAuditTarget('orders', asked) };
}
