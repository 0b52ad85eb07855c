import type { Queryable } from '../../db/database.ts';
import { enqueue } from '../../outbox/outbox.ts';
import type { Payload } from '../../outbox/topics.ts';

/** A fact a shopper is told about, as it travels through the outbox. Amounts in kobo. */
export type NoticeFact = Payload<'notice'>;

/**
 * Tells a shopper of a fact, in the transaction of the fact. The SQL functions of payments, ledger and groups write
 * their own; this is for facts made in code.
 *
 * @param dedupeKey names the fact over the whole shop; a repeat is dropped.
 */
export async function enqueueNotice(tx: Queryable, fact: NoticeFact, dedupeKey: string): Promise<void> {
  await enqueue(tx, 'notice', dedupeKey, fact);
}
