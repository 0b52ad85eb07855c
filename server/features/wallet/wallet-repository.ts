import type { Queryable } from '../../db/database.ts';
import type { EmbeddedRead } from '../../db/embedded-read.ts';

/** The wallet's kept figures, kobo. */
export interface WalletRow {
  accountId: number;
  balanceKobo: number;
  heldKobo: number;
  creditTotalKobo: number;
  debitTotalKobo: number;
  transactionCount: number;
}

/** A shopper's wallet balance in kobo, holds included, inside another statement. Its argument: the shopper's id. */
export const walletBalance: EmbeddedRead<number> = {
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

/** One movement of a wallet. Kobo, above 0 for a credit. */
export interface TransactionRow {
  /** Of the ledger's transaction, which touches a wallet once: notifications name it too. */
  id: number;
  amountKobo: number;
  kind: string;
  reason: string;
  description: string;
  metadata: Record<string, unknown>;
  /** Status of the group that the metadata names, as it is now. */
  groupStatus: string | null;
  createdAt: Date;
}

/** The newest movements of a wallet, one index range. */
export async function findTransactions(
  db: Queryable,
  accountId: number,
  limit: number,
): Promise<TransactionRow[]> {
  return db.query<TransactionRow>(
    `SELECT e.tx_id AS id, e.amount_kobo AS "amountKobo", t.kind, t.reason, t.description, t.metadata,
       g.status AS "groupStatus", t.created_at AS "createdAt"
     FROM (SELECT id, tx_id, amount_kobo FROM ledger_entries WHERE account_id = $1 ORDER BY id DESC LIMIT $2) e
     JOIN ledger_tx t ON t.id = e.tx_id
     LEFT JOIN groups g ON g.id = (t.metadata ->> 'groupBuyId')::uuid
     ORDER BY e.id DESC`,
    [accountId, limit],
  );
}

/**
 * Changes whenever the wallet's page does: the wallet's figures, and the time of the newest notification, because
 * every change of a group that the history shows comes with one.
 */
export async function findWalletMark(db: Queryable, userId: string): Promise<string> {
  const rows = await db.query<{ mark: string }>(
    `SELECT concat_ws(':', w.tx_count, w.balance_kobo, w.held_kobo, (
       SELECT extract(epoch FROM created_at) FROM notifications
       WHERE user_id = w.user_id AND deleted_at IS NULL ORDER BY created_at DESC LIMIT 1)) AS mark
     FROM wallets w WHERE w.user_id = $1`,
    [userId],
  );
  return rows[0]?.mark ?? '';
}
