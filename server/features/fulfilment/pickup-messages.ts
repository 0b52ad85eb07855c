import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type RecordedPickupMessage, upsertPickupMessages } from './pickup-repository.ts';

/**
 * Records that an operator sent a pickup message for the given order lines.
 * @returns the lines whose goods are still uncollected.
 */
export function recordPickupMessages(
  db: Pick<Database, 'transaction'>,
  lines: readonly { trackingNumber: string; line: number }[],
  actor: string,
): Promise<RecordedPickupMessage[]> {
  return db.transaction(async (tx) => {
    const written = await upsertPickupMessages(tx, lines, actor);
    for (const [trackingNumber, own] of groupBy(written, (one) => one.trackingNumber)) {
      const after = { lines: own.map(({ line }) => line) };
      const [action, target] = ['pickup.written', `order:${trackingNumber}`];
      await writeAuditEntry(tx, { actor, action, target, before: { lines: [] }, after });
    }
    return written;
  });
}
