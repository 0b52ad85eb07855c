import type { Queryable } from '../../db/database.ts';
import type { SqlSubquery } from '../../db/sql-subquery.ts';

/** A wallet's amounts in kobo. */
export interface WalletRow {
  accountId: number;
  balanceKobo: number;
  heldKobo: number;
  creditTotalKobo: number;
  debitTotalKobo: number;
  transactionCount: number;
}

/** SQL that reads the wallet balance of a shopper in kobo, including reserved amounts. */
export const walletBalanceSubquery: SqlSubquery<number> = {
  sql: (userId) => `(SELECT w.balance_kobo FROM wallets w WHERE w.user_id = ${userId})`,
  read: (value) => (value as number | null) ?? 0,
};

export async function findWallet(db: Queryable, userId: string): Promise<WalletRow | null> {
  const rows = await db.query<WalletRow>(
    `SELECT account_id AS "accountId", balance_kobo AS "balanceKobo", held_kobo AS "heldKobo",
       credit_total_kobo AS "creditTotalKobo", debit_total_kobo AS "debitTotalKobo", tx_count AS "transactionCount"
     FROM wallets WHERE user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** A change of a wallet's balance, in kobo; a credit is above 0. */
export interface WalletTransactionRow {
  /** Id of the ledger transaction, which changes a wallet only once. Notifications have the same id. */
  id: number;
  amountKobo: number;
  kind: string;
  reason: string;
  description: string;
  metadata: Record<string, unknown>;
  /** Current status of the group in `metadata.groupBuyId`; null: the change concerns no group. */
  groupStatus: string | null;
  createdAt: Date;
}

export async function findWalletTransactions(
  db: Queryable,
  accountId: number,
  limit: number,
): Promise<WalletTransactionRow[]> {
  return db.query<WalletTransactionRow>(
    `SELECT e.tx_id AS id, e.amount_kobo AS "amountKobo", t.kind, t.reason, t.description, t.metadata,
       g.status AS "groupStatus", t.created_at AS "createdAt"
     FROM (SELECT id, tx_id, amount_kobo FROM ledger_entries WHERE account_id = $1 ORDER BY id DESC LIMIT $2) e
     JOIN ledger_tx t ON t.id = e.tx_id
     LEFT JOIN groups g ON g.id = (t.metadata ->> 'groupBuyId')::uuid
     ORDER BY e.id DESC`,
    [accountId, limit],
  );
}
