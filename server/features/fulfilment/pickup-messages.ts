import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type SentPickupMessage, storeSentPickupMessages } from './pickup-repository.ts';

/**
 * Records that an operator sent a pickup message for the given order lines.
 * @returns the lines whose goods are still uncollected.
 */
export function recordSentPickupMessages(
  db: Pick<Database, 'transaction'>,
  lines: readonly { trackingNumber: string; line: number }[],
  actor: string,
): Promise<SentPickupMessage[]> {
  return db.transaction(async (tx) => {
    const written = await storeSentPickupMessages(tx, lines, actor);
    for (const [trackingNumber, own] of groupBy(written, (one) => one.trackingNumber)) {
      const after = { lines: own.map(({ line }) => line) };
      const [action, target] = ['pickup.written', `order:${trackingNumber}`];
      await writeAuditEntry(tx, { actor, action, target, before: { lines: [] }, after });
    }
    return written;
  });
}
