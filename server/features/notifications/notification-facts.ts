import type { ShopperFact } from '#contract/notifications/facts.ts';
import type { Queryable } from '../../db/database.ts';
import { enqueue } from '../../outbox/outbox.ts';

/**
 * Tells a shopper of a fact, in the transaction of the fact. The SQL functions of payments, ledger and groups write
 * their own; this is for facts made in code.
 *
 * @param outboxKey names the fact over the whole shop; a repeat is dropped.
 */
export async function enqueueNotification(
  tx: Queryable,
  fact: ShopperFact,
  outboxKey: string,
): Promise<void> {
  await enqueue(tx, 'notice', outboxKey, fact);
}
