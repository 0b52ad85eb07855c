import { writeAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type MessagedLine, writeMessages } from './pickup-repository.ts';

/**
 * Records that an operator wrote to the shoppers of these lines.
 *
 * @returns the lines that still wait; only these are recorded.
 */
export function recordMessages(
  db: Pick<Database, 'transaction'>,
  lines: readonly { trackingNumber: string; line: number }[],
  actor: string,
): Promise<MessagedLine[]> {
  return db.transaction(async (tx) => {
    const written = await writeMessages(tx, lines, actor);
    for (const [trackingNumber, own] of groupBy(written, (one) => one.trackingNumber)) {
      const after = { lines: own.map(({ line }) => line) };
      const [action, target] = ['pickup.written', `order:${trackingNumber}`];
      await writeAudit(tx, { actor, action, target, before: { lines: [] }, after });
    }
    return written;
  });
}
