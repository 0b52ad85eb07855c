import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError } from '../../action.ts';
import type { OrderFilter } from '../../readings/order-filter.ts';

/**
 * Checks the filter of a list of orders.
 *
 * @returns the filter, and its target in the audit log: the names of the filters, because the searched text may be a
 * phone number or an address, which the permanent log must not contain.
 * @throws {ActionRefusedError} for a day that the calendar does not have.
 */
export function readOrderFilter(filter: OrderFilter): { filter: OrderFilter; lookedAt: string } {
  for (const day of [filter.from, filter.to])
    if (day !== undefined && !isCalendarDay(day))
      throw new ActionRefusedError('--from and --to are YYYY-MM-DD.');
  const used = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return { filter, lookedAt: `orders:${used.map(([name]) => name).join('+') || 'all'}` };
}
