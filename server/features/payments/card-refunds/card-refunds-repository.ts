import type { Queryable } from '../../../db/database.ts';
import type { ProviderReversal } from '../../../provider/provider.ts';
import { TRANSACTION_REFUND_TOTALS_JOIN_SQL } from '../reversals/reversals-repository.ts';

/** A refund to a card, in kobo. */
export interface CardRefundRow {
  id: string;
  userId: string;
  transactionId: string;
  amountKobo: number;
  status: 'asked' | 'sent' | 'done' | 'failed';
  failure: string | null;
}

const CARD_REFUND = `id, user_id AS "userId", tx_id AS "transactionId", amount_kobo AS "amountKobo", status, failure`;

export interface RefundableCardTransaction {
  transactionId: string;
  userId: string;
  refundableKobo: number;
}

/**
 * Finds a payment's card transactions, the largest refundable amount first. Only whole naira of this payment that are
 * still in the wallet are refundable.
 * @param extraKobo amount that is about to be credited to the wallet and counts as received.
 */
export function findRefundableCardTransactions(
  db: Queryable,
  reference: string,
  extraKobo = 0,
): Promise<RefundableCardTransaction[]> {
  return db.query<RefundableCardTransaction>(
    `SELECT t.tx_id AS "transactionId", p.user_id AS "userId", (greatest(0, least(
         t.amount_kobo - of_payment.reversed - of_payment.on_way,
         of_payment.credited + $2::bigint - of_payment.collected - of_payment.on_way,
         w.balance_kobo + $2::bigint - w.held_kobo)) / 100 * 100)::bigint AS "refundableKobo"
     FROM payments p JOIN provider_transactions t ON t.reference = p.reference
         AND t.outcome IN ('ordered', 'wallet_credited', 'review') AND t.currency = 'NGN'
       JOIN wallets w ON w.user_id = p.user_id ${TRANSACTION_REFUND_TOTALS_JOIN_SQL}
     WHERE p.reference = $1 ORDER BY 3 DESC, t.tx_id`,
    [reference, extraKobo],
  );
}

export async function findCardRefundByIdempotencyKey(
  db: Queryable,
  key: string,
): Promise<CardRefundRow | null> {
  const rows = await db.query<CardRefundRow>(
    `SELECT ${CARD_REFUND} FROM card_refunds WHERE key = $1 AND status <> 'failed'`,
    [key],
  );
  return rows[0] ?? null;
}

export async function findCardRefund(db: Queryable, id: string): Promise<CardRefundRow> {
  const rows = await db.query<CardRefundRow>(`SELECT ${CARD_REFUND} FROM card_refunds WHERE id = $1`, [id]);
  return rows[0] as CardRefundRow;
}

/**
 * Stores a card refund that is not sent yet.
 * @throws 23505 (unique violation) when its idempotency key was used before, unless that refund failed.
 */
export async function insertCardRefund(
  tx: Queryable,
  {
    key,
    userId,
    transactionId,
    amountKobo,
  }: { key: string } & Omit<CardRefundRow, 'id' | 'status' | 'failure'>,
): Promise<string> {
  const rows = await tx.query<{ id: string }>(
    'INSERT INTO card_refunds (key, user_id, tx_id, amount_kobo) VALUES ($1, $2, $3, $4) RETURNING id',
    [key, userId, transactionId, amountKobo],
  );
  return rows[0]?.id as string;
}

/**
 * Marks a card refund as sent before the provider is called.
 * @returns null when another process has marked the refund.
 */
export async function markCardRefundSent(db: Queryable, id: string): Promise<CardRefundRow | null> {
  const rows = await db.query<CardRefundRow>(
    `UPDATE card_refunds SET status = 'sent', sent_at = app_now(), checked_at = app_now(), updated_at = app_now()
     WHERE id = $1 AND status = 'asked' RETURNING ${CARD_REFUND}`,
    [id],
  );
  return rows[0] ?? null;
}

export async function setCardRefundResult(
  tx: Queryable,
  id: string,
  status: 'done' | 'failed',
  failure: string | null = null,
): Promise<void> {
  await tx.query('UPDATE card_refunds SET status = $2, failure = $3, updated_at = app_now() WHERE id = $1', [
    id,
    status,
    failure,
  ]);
}

/**
 * Finds our card refund for a refund on the provider's list, and stores the provider's id in it. The payer's row is
 * locked.
 */
export async function matchCardRefundToProviderRefund(
  tx: Queryable,
  providerRefund: ProviderReversal,
): Promise<CardRefundRow | null> {
  if (providerRefund.kind !== 'refund') return null;
  const rows = await tx.query<CardRefundRow>(
    `UPDATE card_refunds SET refund_id = $2, updated_at = app_now()
     WHERE tx_id = $1 AND (refund_id = $2 OR refund_id IS NULL AND strpos($3, id::text) > 0)
     RETURNING ${CARD_REFUND}`,
    [providerRefund.transactionId, providerRefund.id, providerRefund.comment ?? ''],
  );
  return rows[0] ?? null;
}

/** Finds card refunds that were requested over a minute ago but not sent, because the requesting process died. */
export function findUnsentCardRefunds(db: Queryable): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `SELECT id FROM card_refunds WHERE status = 'asked' AND created_at < app_now() - interval '1 minute'
     ORDER BY created_at LIMIT 100`,
  );
}

/**
 * Claims the sent card refunds whose last check is more than 10 minutes ago.
 * @returns the day on which the oldest was sent; null: no refund is due for a check.
 */
export async function claimSentCardRefundsToCheck(db: Queryable): Promise<string | null> {
  const rows = await db.query<{ day: string | null }>(
    `WITH due AS (UPDATE card_refunds SET checked_at = app_now()
       WHERE status = 'sent' AND checked_at < app_now() - interval '10 minutes' RETURNING sent_at)
     SELECT to_char(min(sent_at) AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day FROM due`,
  );
  return rows[0]?.day ?? null;
}

/** Finds card refunds sent over a day ago that the provider never made, because its list lacks them. */
export function findCardRefundsMissingAtProvider(db: Queryable): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `SELECT id FROM card_refunds
     WHERE status = 'sent' AND refund_id IS NULL AND sent_at < app_now() - interval '1 day'`,
  );
}

/** Sums, by card payment, the refunds of a failed group that are in wallets, in kobo. */
export function sumFailedGroupRefundsByCardPayment(
  db: Queryable,
  groupId: string,
): Promise<{ reference: string; refundedKobo: number }[]> {
  return db.query<{ reference: string; refundedKobo: number }>(
    `SELECT p.reference, sum(i.refunded_kobo)::bigint AS "refundedKobo"
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN payments p ON p.id = o.payment_id
     WHERE i.group_id = $1 AND p.card_kobo > 0 AND i.refunded_kobo > 0 GROUP BY p.reference ORDER BY 1`,
    [groupId],
  );
}
