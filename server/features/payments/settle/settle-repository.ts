import { getSqlState, retryOnConflict } from '../../../db/connection/retry-conflicts.ts';
import type { Database, Queryable, Transaction } from '../../../db/database.ts';
import type { ProviderTransaction } from '../../../provider/provider.ts';

/**
 * How the money was used, by this or an earlier call. `unchanged`: not used yet. `refused`: the wallet payment is not
 * possible, so the caller must roll back. `mismatch`: the transaction has another reference.
 */
export type SettlePaymentResult =
  | { result: 'ordered'; orderId?: string; trackingNo?: string }
  | { result: 'wallet_credited'; reason?: CreditReason }
  | { result: 'review'; reason?: CreditReason }
  | { result: 'unchanged' | 'unknown_reference' | 'mismatch' }
  | { result: 'refused'; reason: WalletPaymentRefusal };

/**
 * Why a payment from the wallet is refused. `limit_reached`: the shopper would exceed the limit per person in a group.
 */
export type WalletPaymentRefusal = 'cart_bought' | 'product_withdrawn' | 'wallet_short' | 'limit_reached';

/**
 * Why paid money was credited to the wallet instead of becoming an order. `order_failed`: the database refused the
 * order.
 */
type CreditReason =
  | 'paid_less'
  | 'paid_again'
  | 'cart_bought'
  | 'product_withdrawn'
  | 'wallet_short'
  | 'limit_reached'
  | 'order_failed';

export interface TransactionWithLedgerAccount extends ProviderTransaction {
  account: string;
}

export interface SettlePaymentOptions {
  windowHours: number;
}

/**
 * Settles one verified provider transaction; repeated calls in any order have the effect of one.
 * @param transaction as the provider verified it, never as a browser or webhook reported it; null: payment from the
 * wallet alone.
 * @throws the database's error, after which the call must be repeated, because its COMMIT may have succeeded.
 * @source payments.md
 */
export function settlePayment(
  db: Database,
  reference: string,
  transaction: TransactionWithLedgerAccount | null,
  { windowHours }: SettlePaymentOptions,
): Promise<SettlePaymentResult> {
  const values = [reference, transaction && JSON.stringify(transaction), windowHours];
  const text = 'SELECT settle_payment($1, $2::jsonb, $3::numeric) AS answer';
  const settleOnce = async (): Promise<SettlePaymentResult> => {
    const [row] = await db.query<{ answer: SettlePaymentResult }>(text, values).catch(blameNobody);
    if (!row) throw new Error('settle_payment gave no row');
    return row.answer;
  };
  return db.inTurn(() => retryOnConflict(settleOnce));
}

/** Throws a server error for a value that the database refuses, because the provider sent it, not the shopper. */
function blameNobody(error: unknown): never {
  if (getSqlState(error)?.startsWith('22')) throw new Error('a payment cannot be settled', { cause: error });
  throw error;
}

/** SQLSTATE that `settle_from_wallet` raises for a refusal; the error message is the reason. */
const WALLET_REFUSED = 'AJ003';

/**
 * Settles a payment from the wallet alone as the transaction's last statement, and commits.
 * @returns the refusal, after which the caller must roll back; null: the order exists.
 */
export async function settlePaymentFromWallet(
  tx: Transaction,
  reference: string,
  { windowHours }: SettlePaymentOptions,
): Promise<WalletPaymentRefusal | null> {
  try {
    await tx.commitWith('SELECT settle_from_wallet($1, $2)', [reference, windowHours]);
    return null;
  } catch (error) {
    if (getSqlState(error) === WALLET_REFUSED) return (error as Error).message as WalletPaymentRefusal;
    throw error;
  }
}

/** Stores a successful transaction that could not be settled, so that invariants and reconciliation report it. */
export async function storeUnsettledTransaction(
  db: Queryable,
  transaction: TransactionWithLedgerAccount,
): Promise<void> {
  const { id, reference, status, amountKobo, currency, account } = transaction;
  await db.query(
    `INSERT INTO provider_transactions (tx_id, reference, status, amount_kobo, currency, account)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tx_id) DO UPDATE SET status = excluded.status, amount_kobo = excluded.amount_kobo,
       currency = excluded.currency, account = excluded.account, seen_at = excluded.seen_at
     -- A new status sets seen_at; the same status keeps it, so that it tells since when the transaction waits.
     WHERE provider_transactions.outcome IS NULL AND provider_transactions.reference = excluded.reference
       AND provider_transactions.status <> excluded.status`,
    [id, reference, status, amountKobo, currency, account],
  );
}

/** Finds successful transactions unsettled for over a minute, oldest first, for a job that tries them again. */
export async function findUnsettledTransactionIds(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT tx_id AS id FROM provider_transactions
     WHERE outcome IS NULL AND status = 'successful' AND seen_at < app_now() - interval '1 minute'
     ORDER BY seen_at LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}
