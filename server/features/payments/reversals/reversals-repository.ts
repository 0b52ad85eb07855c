import type { Queryable } from '../../../db/database.ts';
import type { ProviderReversal, ReversalKind } from '../../../provider/provider.ts';

export interface ProviderReversalRow {
  kind: ReversalKind;
  id: string;
  transactionId: string;
  amountKobo: number;
  status: ProviderReversal['status'];
  currency: string;
  /** Code of the ledger account for the provider's money in this currency. */
  account: string;
  /** Id of the shopper who paid; null: the reversed transaction belongs to no payment of the shop. */
  userId: string | null;
  collectedKobo: number;
}

/** Finds the shopper who paid a transaction; null: the transaction belongs to no payment of the shop. */
export async function findPayerIdOfTransaction(db: Queryable, transactionId: string): Promise<string | null> {
  const rows = await db.query<{ userId: string }>(
    `SELECT p.user_id AS "userId" FROM provider_transactions t JOIN payments p ON p.reference = t.reference
     WHERE t.tx_id = $1`,
    [transactionId],
  );
  return rows[0]?.userId ?? null;
}

export async function filterSettledTransactionIds(
  db: Queryable,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    'SELECT tx_id AS id FROM provider_transactions WHERE tx_id = ANY ($1::text[]) AND outcome IS NOT NULL',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function filterChangedProviderReversals(
  db: Queryable,
  listed: readonly ProviderReversal[],
): Promise<ProviderReversal[]> {
  const rows = await db.query<{ place: number }>(
    `SELECT place::int AS place
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS listed (kind, id, status, place)
     WHERE NOT EXISTS (SELECT FROM provider_reversals r
       WHERE r.kind = listed.kind AND r.id = listed.id AND r.status IN (listed.status, 'undone'))
     ORDER BY place`,
    [listed.map(({ kind }) => kind), listed.map(({ id }) => id), listed.map(({ status }) => status)],
  );
  return rows.map(({ place }) => listed[place - 1] as ProviderReversal);
}

const SELECT_REVERSAL = `SELECT kind, id, tx_id AS "transactionId", amount_kobo AS "amountKobo", status, currency, account,
    user_id AS "userId", collected_kobo AS "collectedKobo" FROM provider_reversals`;

/** Inserts a reversal if it is new and locks its row. The caller has locked the payer's row. */
export async function insertProviderReversal(
  tx: Queryable,
  { kind, id, transactionId, amountKobo }: ProviderReversal,
  { account, userId }: { account: string; userId: string | null },
): Promise<ProviderReversalRow> {
  await tx.query(
    `INSERT INTO provider_reversals (kind, id, tx_id, amount_kobo, currency, account, user_id)
     SELECT $1, $2, $3, $4, coalesce(t.currency, 'NGN'),
       account_in(coalesce(t.account, $5), coalesce(t.currency, 'NGN')), $6
     FROM (VALUES (1)) one LEFT JOIN provider_transactions t ON t.tx_id = $3 ON CONFLICT (kind, id) DO NOTHING`,
    [kind, id, transactionId, amountKobo, account, userId],
  );
  return (await findProviderReversalForUpdate(tx, { kind, id })) as ProviderReversalRow;
}

export async function findProviderReversalForUpdate(
  tx: Queryable,
  { kind, id }: Pick<ProviderReversalRow, 'kind' | 'id'>,
): Promise<ProviderReversalRow | undefined> {
  const rows = await tx.query<ProviderReversalRow>(
    `${SELECT_REVERSAL} WHERE kind = $1 AND id = $2 FOR NO KEY UPDATE`,
    [kind, id],
  );
  return rows[0];
}

export async function updateProviderReversal(
  tx: Queryable,
  { kind, id, status, collectedKobo }: ProviderReversalRow,
): Promise<void> {
  await tx.query(
    `UPDATE provider_reversals SET status = $3, collected_kobo = $4, updated_at = app_now()
     WHERE kind = $1 AND id = $2`,
    [kind, id, status, collectedKobo],
  );
}

/**
 * SQL of a row `of_payment` with sums about transaction `t`'s payment, in kobo. `credited`: credits to the payer's
 * wallet `w`. `reversed`: returned to cards. `collected`: what the wallet has paid of `reversed`. `on_way`: card
 * refunds that the provider does not list yet.
 */
export const TRANSACTION_REFUND_TOTALS_JOIN_SQL = `CROSS JOIN LATERAL (
    SELECT (SELECT coalesce(sum(i.refunded_kobo), 0) FROM payments p JOIN orders o ON o.payment_id = p.id
              JOIN order_items i ON i.order_id = o.id WHERE p.provider_tx_id = t.tx_id)
         + (SELECT coalesce(sum(e.amount_kobo), 0) FROM ledger_tx l JOIN ledger_entries e ON e.tx_id = l.id
            WHERE l.kind IN ('late_credit', 'overpaid', 'review_release') AND l.ref = t.tx_id
              AND e.account_id = w.account_id) AS credited,
      (SELECT coalesce(sum(amount_kobo), 0) FROM provider_reversals
       WHERE tx_id = t.tx_id AND status = 'taken') AS reversed,
      (SELECT coalesce(sum(collected_kobo), 0) FROM provider_reversals WHERE tx_id = t.tx_id) AS collected,
      (SELECT coalesce(sum(amount_kobo), 0) FROM card_refunds
       WHERE tx_id = t.tx_id AND status IN ('asked', 'sent')) AS on_way) of_payment`;

/** SQL for the kobo that the wallet can and must pay now for reversal `r`, rounded down to whole naira. */
const COLLECTABLE = `least(r.amount_kobo - r.collected_kobo,
    least(of_payment.reversed + of_payment.on_way, of_payment.credited) - of_payment.collected - of_payment.on_way,
    w.balance_kobo - w.held_kobo) / 100 * 100`;
const OWED = `FROM provider_reversals r JOIN provider_transactions t ON t.tx_id = r.tx_id AND t.currency = 'NGN'
    JOIN wallets w ON w.user_id = r.user_id ${TRANSACTION_REFUND_TOTALS_JOIN_SQL}
  WHERE r.status = 'taken' AND r.collected_kobo < r.amount_kobo`;

/** @returns kobo to debit from the wallet for this reversal now. The caller has locked the payer's row. */
export async function findKoboToDebitForReversal(
  tx: Queryable,
  { kind, id }: Pick<ProviderReversalRow, 'kind' | 'id'>,
): Promise<number> {
  const rows = await tx.query<{ kobo: number }>(
    `SELECT greatest(${COLLECTABLE}, 0)::bigint AS kobo ${OWED} AND r.kind = $1 AND r.id = $2`,
    [kind, id],
  );
  return rows[0]?.kobo ?? 0;
}

type DebitableReversal = Pick<ProviderReversalRow, 'kind' | 'id'> & { userId: string };

const DEBITABLE_REVERSALS_SQL = `SELECT r.kind, r.id, r.user_id AS "userId" ${OWED} AND ${COLLECTABLE} > 0`;

/**
 * Finds the shopper's reversals that the wallet can pay now. The card already has their money, so the wallet must not
 * keep it too.
 */
export function findShopperReversalsToDebit(tx: Queryable, userId: string): Promise<DebitableReversal[]> {
  return tx.query<DebitableReversal>(`${DEBITABLE_REVERSALS_SQL} AND r.user_id = $1 ORDER BY r.created_at`, [
    userId,
  ]);
}

/** SQL for the owners of wallets that were credited since `$2`, or had a reserved amount released. */
const GOT_FREE = `SELECT w.user_id FROM ledger_tx l JOIN ledger_entries e ON e.tx_id = l.id AND e.amount_kobo > 0
    JOIN wallets w ON w.account_id = e.account_id WHERE l.created_at >= $2
  UNION SELECT user_id FROM wallet_holds WHERE resolved_at >= $2`;

/**
 * Finds reversals that wallets can pay now.
 * @param since time since which a wallet must have gained spendable money to be checked; null: all wallets.
 */
export function findReversalsToDebitSince(
  db: Queryable,
  since: Date | null,
  limit: number,
): Promise<DebitableReversal[]> {
  if (since === null)
    return db.query<DebitableReversal>(`${DEBITABLE_REVERSALS_SQL} ORDER BY r.created_at LIMIT $1`, [limit]);
  return db.query<DebitableReversal>(
    `${DEBITABLE_REVERSALS_SQL} AND r.user_id IN (${GOT_FREE}) ORDER BY r.created_at LIMIT $1`,
    [limit, since],
  );
}

const COLLECTED_UNTIL = 'reversals_collected_until';

/**
 * Reads the time since which the job must check wallets: an hour before its last run, because transactions may commit
 * late. Null: no run yet.
 */
export async function findTimeSinceLastReversalDebit(
  db: Queryable,
): Promise<{ now: Date; since: Date | null }> {
  const [mark] = await db.query<{ now: Date; since: Date | null }>(
    `SELECT app_now() AS now,
       (SELECT (value #>> '{}')::timestamptz FROM settings WHERE key = $1) - interval '1 hour' AS since`,
    [COLLECTED_UNTIL],
  );
  return mark as { now: Date; since: Date | null };
}

export async function saveReversalDebitTime(db: Queryable, until: Date): Promise<void> {
  await db.query(
    `INSERT INTO settings (key, value) VALUES ($1, to_jsonb($2::text))
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [COLLECTED_UNTIL, until.toISOString()],
  );
}

/**
 * Sums the unallocated kobo of a transaction that operators returned to the card and no recorded reversal covers yet.
 */
export async function sumRefundedUnallocatedKobo(tx: Queryable, transactionId: string): Promise<number> {
  const rows = await tx.query<{ kobo: number }>(
    `SELECT t.amount_kobo - (SELECT coalesce(sum(collected_kobo), 0)
         FROM provider_reversals WHERE tx_id = t.tx_id)::bigint AS kobo
     FROM provider_transactions t JOIN ledger_tx l ON l.kind = 'review_return' AND l.ref = t.tx_id
     WHERE t.tx_id = $1`,
    [transactionId],
  );
  return rows[0]?.kobo ?? 0;
}

/** Creates or reopens an operator's item about a reversal. `note` says what happened in this shop. */
export async function insertReversalReviewItem(
  tx: Queryable,
  reversal: ProviderReversalRow,
  note: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO recon_items (day, kind, reference, theirs, note)
     VALUES (app_now()::date, $1, $2, $3::jsonb, $4)
     ON CONFLICT (kind, reference) DO UPDATE
       SET status = 'open', resolved_at = NULL, theirs = excluded.theirs, note = excluded.note`,
    [reversal.kind, reversal.id, JSON.stringify(reversal), note],
  );
}

export async function closeReversalReviewItem(
  tx: Queryable,
  { kind, id }: Pick<ProviderReversalRow, 'kind' | 'id'>,
  note: string,
): Promise<void> {
  await tx.query(
    `UPDATE recon_items SET status = 'resolved', resolved_at = app_now(), note = $3
     WHERE kind = $1 AND reference = $2 AND status = 'open'`,
    [kind, id, note],
  );
}
