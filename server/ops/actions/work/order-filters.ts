import { isCalendarDay } from '../../../lib/calendar.ts';
import { ActionRefusedError, type OperatorActionContext } from '../../action.ts';
import { formatListAuditTarget } from '../../queries/audit/list-audit-target.ts';
import type { OrderFilter } from '../../queries/order-filter.ts';
import { normalizeTrackingNumber } from '../../queries/search-terms.ts';
import { requireNamedRecords } from '../named-records.ts';

/**
 * Checks the filter of an order list, and limits it to the operator's pickup centres.
 * @param typedAfter the tracking number at which the previous page ended, as typed.
 * @returns the filter, that tracking number, and the target under which the audit log records the list.
 * @throws {ActionRefusedError}
 */
export async function limitOrderFilterToOperatorCentres(
  { db, centres }: Pick<OperatorActionContext, 'db' | 'centres'>,
  { after: typedAfter, ...asked }: OrderFilter & { after?: string | undefined },
): Promise<{ filter: OrderFilter; after: string | undefined; lookedAt: string }> {
  const after = typedAfter && normalizeTrackingNumber({ trackingNumber: typedAfter });
  for (const day of [asked.from, asked.to])
    if (day !== undefined && !isCalendarDay(day))
      throw new ActionRefusedError('--from and --to are YYYY-MM-DD.');
  if (asked.from && asked.to && asked.from > asked.to)
    throw new ActionRefusedError('--from must not be after --to.');
  const { centre, product, group } = asked;
  await requireNamedRecords({ db, centres }, { centre, product, group, order: after });
  return { filter: { ...asked, centres }, after, lookedAt: formatListAuditTarget('orders', asked) };
}
