import type { Queryable } from '../../db/database.ts';

/** Money that settle parked in suspense for a person to look at: whose it is, and the way out. */
export interface ParkedMoney {
  transactionId: string;
  reference: string;
  amountKobo: number;
  currency: string;
  /** Who paid; null when the reference is none of ours or the account is gone. */
  payerId: string | null;
}

const PARKED = `SELECT t.tx_id AS "transactionId", t.reference, t.amount_kobo AS "amountKobo", t.currency,
    u.id AS "payerId"
  FROM recon_items r
    JOIN provider_transactions t ON t.tx_id = r.reference AND t.outcome = 'review' AND is_parked(t.tx_id)
    LEFT JOIN payments p ON p.reference = t.reference
    LEFT JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL
  WHERE r.kind = 'review'`;

/** @returns null when the item is unknown, or no money lies in suspense for it. Its status does not matter. */
export async function findParkedMoney(db: Queryable, itemId: number): Promise<ParkedMoney | null> {
  const rows = await db.query<ParkedMoney>(`${PARKED} AND r.id = $1`, [itemId]);
  return rows[0] ?? null;
}

/** Naira of a known payer that nobody decided about in time. */
export async function findOverdueParkedMoney(db: Queryable): Promise<(ParkedMoney & { payerId: string })[]> {
  return db.query<ParkedMoney & { payerId: string }>(
    `${PARKED} AND r.status = 'open' AND r.due_at <= app_now() AND t.currency = 'NGN' AND u.id IS NOT NULL
     ORDER BY r.due_at LIMIT 100`,
  );
}

/**
 * Gives parked naira to a shopper's wallet and closes the item; once.
 *
 * @returns kobo given now; null when there is nothing (left) to give, or nobody to give it to.
 * @source money.md, review_release
 */
export async function releaseParkedMoney(
  db: Queryable,
  transactionId: string,
  userId: string,
  actor: string,
): Promise<number | null> {
  const rows = await db.query<{ kobo: number | null }>('SELECT release_review($1, $2, $3) AS kobo', [
    transactionId,
    userId,
    actor,
  ]);
  return rows[0]?.kobo ?? null;
}

/**
 * Books that parked money was given back at the provider and closes its item; once.
 *
 * @returns kobo (of its currency) given back now; null when nothing lies in suspense for it.
 * @source money.md, review_return
 */
export async function returnParkedMoney(
  db: Queryable,
  transactionId: string,
  actor: string,
): Promise<number | null> {
  const rows = await db.query<{ kobo: number | null }>('SELECT return_review($1, $2) AS kobo', [
    transactionId,
    actor,
  ]);
  return rows[0]?.kobo ?? null;
}

/** Open items of every kind whose day has passed. */
export async function countOverdueItems(db: Queryable): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM recon_items WHERE status = 'open' AND due_at <= app_now()`,
  );
  return rows[0]?.count ?? 0;
}
