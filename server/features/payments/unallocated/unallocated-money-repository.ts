import type { Queryable } from '../../../db/database.ts';
import { PAYMENT_FAILURE_REFUNDED_TO_CARD } from '../payment-record.ts';
import type { TransactionWithLedgerAccount } from '../settle/settle-repository.ts';

/** Money that belongs to no order and waits in the suspense account for an operator's decision, with its payer. */
export interface UnallocatedMoney {
  transactionId: string;
  reference: string;
  amountKobo: number;
  currency: string;
  /** The payer; null: the reference is unknown or the account is deleted. */
  payerId: string | null;
}

const PARKED = `SELECT t.tx_id AS "transactionId", t.reference, t.amount_kobo AS "amountKobo", t.currency,
    u.id AS "payerId"
  FROM recon_items r
    JOIN provider_transactions t ON t.tx_id = r.reference AND t.outcome = 'review' AND is_parked(t.tx_id)
    LEFT JOIN payments p ON p.reference = t.reference
    LEFT JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL
  WHERE r.kind = 'review'`;

/** @returns null for an unknown item, or one whose money no longer waits for a decision. */
export async function findUnallocatedMoney(db: Queryable, itemId: number): Promise<UnallocatedMoney | null> {
  const rows = await db.query<UnallocatedMoney>(`${PARKED} AND r.id = $1`, [itemId]);
  return rows[0] ?? null;
}

/** Finds unallocated naira of known payers about which no operator has decided in time. */
export async function findOverdueUnallocatedMoney(
  db: Queryable,
): Promise<(UnallocatedMoney & { payerId: string })[]> {
  return db.query<UnallocatedMoney & { payerId: string }>(
    `${PARKED} AND r.status = 'open' AND r.due_at <= app_now() AND t.currency = 'NGN' AND u.id IS NOT NULL
     ORDER BY r.due_at LIMIT 100`,
  );
}

export async function countOverdueReconciliationItems(db: Queryable): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM recon_items WHERE status = 'open' AND due_at <= app_now()`,
  );
  return rows[0]?.count ?? 0;
}

type LockedMoney = Pick<UnallocatedMoney, 'reference' | 'amountKobo' | 'currency'>;

/**
 * Locks a transaction's row, so that its money leaves suspense only once.
 * @returns null when the transaction has no money in suspense.
 */
export async function lockUnallocatedMoney(
  tx: Queryable,
  transactionId: string,
): Promise<LockedMoney | null> {
  const rows = await tx.query<LockedMoney>(
    `SELECT reference, amount_kobo AS "amountKobo", currency
     FROM provider_transactions WHERE tx_id = $1 AND outcome = 'review' FOR NO KEY UPDATE`,
    [transactionId],
  );
  const [{ isParked } = { isParked: false }] = await tx.query<{ isParked: boolean }>(
    'SELECT is_parked($1) AS "isParked"',
    [transactionId],
  );
  return isParked ? (rows[0] ?? null) : null;
}

/** Records that the money of this shopper's payment in review was credited to the shopper's wallet. */
export async function markPaymentCreditedToWallet(
  tx: Queryable,
  reference: string,
  userId: string,
): Promise<void> {
  await tx.query(
    `UPDATE payments SET status = 'succeeded', outcome = 'wallet_credited', updated_at = app_now()
     WHERE reference = $1 AND user_id = $2 AND outcome = 'review'`,
    [reference, userId],
  );
}

/**
 * Records that the money of a payment in review was refunded to the card.
 * @returns the payer's id; null when there is no such payment or account.
 */
export async function markPaymentRefundedToCard(tx: Queryable, reference: string): Promise<string | null> {
  const rows = await tx.query<{ userId: string; isThere: boolean }>(
    `UPDATE payments SET failure = $2, updated_at = app_now() WHERE reference = $1 AND outcome = 'review'
     RETURNING user_id AS "userId", (SELECT deleted_at IS NULL FROM users WHERE id = user_id) AS "isThere"`,
    [reference, PAYMENT_FAILURE_REFUNDED_TO_CARD],
  );
  return rows[0]?.isThere ? rows[0].userId : null;
}

export async function closeTransactionReviewItem(tx: Queryable, transactionId: string): Promise<void> {
  await tx.query(
    `UPDATE recon_items SET status = 'resolved', resolved_at = app_now()
     WHERE kind = 'review' AND reference = $1 AND status = 'open'`,
    [transactionId],
  );
}

/** Stores and locks a transaction with an unknown reference. @returns `isNew` true: its money was not used before. */
export async function storeAndLockUnknownTransaction(
  tx: Queryable,
  { id, reference, status, amountKobo, currency, account }: TransactionWithLedgerAccount,
): Promise<{ isNew: boolean; isSuccess: boolean }> {
  await tx.query(
    `INSERT INTO provider_transactions (tx_id, reference, status, amount_kobo, currency, account)
     VALUES ($1, $2, $3, $4, $5, account_in($6, 'NGN')) ON CONFLICT (tx_id) DO UPDATE SET status = excluded.status,
       amount_kobo = excluded.amount_kobo, currency = excluded.currency, account = excluded.account
     WHERE provider_transactions.outcome IS NULL`,
    [id, reference, status, amountKobo, currency, account],
  );
  const [inserted] = await tx.query<{ isNew: boolean; isSuccess: boolean }>(
    `SELECT outcome IS NULL AS "isNew", status = 'successful' AS "isSuccess"
     FROM provider_transactions WHERE tx_id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return inserted as { isNew: boolean; isSuccess: boolean };
}

export async function insertUnknownTransactionItem(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO recon_items (day, kind, reference, theirs, note)
     SELECT app_now()::date, 'unknown_reference', tx_id, to_jsonb(t), 'unknown reference, no success'
     FROM provider_transactions t WHERE tx_id = $1 ON CONFLICT (kind, reference) DO NOTHING`,
    [id],
  );
}

/**
 * Creates the operator's item for a successful transaction with an unknown reference, and resolves its earlier item.
 */
export async function putUnknownTransactionInSuspense(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `UPDATE recon_items SET status = 'resolved', resolved_at = app_now(), note = 'paid: in review'
     WHERE kind = 'unknown_reference' AND reference = $1 AND status = 'open'`,
    [id],
  );
  await tx.query(
    `SELECT park_received(t, 'unknown reference') FROM provider_transactions t WHERE tx_id = $1`,
    [id],
  );
}
