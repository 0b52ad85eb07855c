import type { Queryable } from '../../db/database.ts';
import { enqueue } from '../../db/outbox.ts';

/** A fact a shopper is told about, as it travels through the outbox (topic `notice`). Amounts in kobo. */
export type NoticeFact = { userId: string } & (
  | { fact: 'payment_successful'; reference: string; totalKobo: number; method: PaidMethod }
  | { fact: 'payment_failed'; reference: string; reason: string }
  | { fact: 'payment_credited'; reference: string; receivedKobo: number }
  | { fact: 'wallet'; txId: number; reason: string; oldBalanceKobo: number; newBalanceKobo: number }
  | { fact: 'group_secured'; groupId: string }
  | { fact: 'group_moved'; groupId: string }
  | { fact: 'pickup_reminder'; groupId: string; hours: number }
  | { fact: 'referral_bonus'; round: number; amountKobo: number }
  | { fact: 'new_referral'; refereeId: string }
  | { fact: 'security'; change: 'password_changed' | 'recovery_key_changed' | 'session_revoked'; at: string }
);

type PaidMethod = 'wallet_only' | 'wallet_and_flutterwave' | 'flutterwave_only';

/**
 * Tells a shopper of a fact, in the transaction of the fact. The SQL functions of payments, ledger and groups write
 * their own; this is for facts made in code.
 *
 * @param dedupeKey names the fact over the whole shop; a repeat is dropped.
 */
export async function enqueueNotice(tx: Queryable, fact: NoticeFact, dedupeKey: string): Promise<void> {
  await enqueue(tx, 'notice', dedupeKey, fact);
}
