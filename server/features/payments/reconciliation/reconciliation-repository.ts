import type { Queryable } from '../../../db/database.ts';
import { buildLagosDayStartSql } from '../../../ledger/ledger-days.ts';

type ReconKind =
  | 'amount_differs'
  | 'missing_at_provider'
  | 'not_settled'
  | 'not_verified'
  | 'not_booked'
  | 'unreadable'
  | 'settlement'
  | 'provider_account';

export interface ReconciliationItem {
  kind: ReconKind;
  /** The provider's transaction id, or the day when the item is about a whole day. */
  reference: string;
  ours: unknown;
  theirs: unknown;
  note?: string | undefined;
}

/** A transaction that this shop has recorded, in kobo. */
export interface StoredProviderTransaction {
  id: string;
  reference: string;
  amountKobo: number;
  outcome: string | null;
}

/**
 * SQL that defines the `WITH` table `due`, which lists the days to reconcile. A day is due from 02:00 of the next day
 * in Lagos.
 */
const DUE_DAYS = `
  yesterday AS (SELECT ((app_now() - interval '2 hours') AT TIME ZONE 'Africa/Lagos')::date - 1 AS day),
  first AS (SELECT coalesce((SELECT max(done_through) + 1 FROM recon_runs),
    (SELECT (min(created_at) AT TIME ZONE 'Africa/Lagos')::date FROM payments WHERE card_kobo > 0)) AS day),
  due AS (
    SELECT ended.day FROM yesterday, first, LATERAL (
      SELECT yesterday.day - back AS day FROM generate_series(0, greatest(yesterday.day - first.day, 0)) back) ended
    -- One subquery for each day: the days are few, which PostgreSQL's planner cannot know.
    WHERE coalesce((SELECT max(finished_at) FROM recon_runs r WHERE r.day = ended.day), '-infinity')
      < ${buildLagosDayStartSql('ended.day + 1')})`;

/**
 * Finds days to reconcile, oldest first. No day may be skipped, because nothing else finds a payment that was lost on
 * that day.
 */
export async function findDueReconciliationDays(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `WITH ${DUE_DAYS} SELECT to_char(day, 'YYYY-MM-DD') AS day FROM due ORDER BY due.day`,
  );
  return rows.map(({ day }) => day);
}

export async function startReconciliationRun(db: Queryable, day: string): Promise<number> {
  const rows = await db.query<{ id: number }>('INSERT INTO recon_runs (day) VALUES ($1) RETURNING id', [day]);
  return rows[0]?.id as number;
}

export async function finishReconciliationRun(db: Queryable, runId: number, totals: object): Promise<void> {
  await db.query('UPDATE recon_runs SET finished_at = app_now(), totals = $2::jsonb WHERE id = $1', [
    runId,
    JSON.stringify(totals),
  ]);
  await db.query(
    `WITH ${DUE_DAYS} UPDATE recon_runs
     SET done_through = coalesce((SELECT min(day) FROM due), (SELECT day + 1 FROM yesterday)) - 1 WHERE id = $1`,
    [runId],
  );
}

/**
 * Stores a difference between the provider's list and the shop's records. A resolved difference opens again when its
 * amounts have changed, or its transaction is still not settled.
 */
export async function insertReconciliationItem(
  db: Queryable,
  runId: number,
  day: string,
  item: ReconciliationItem,
): Promise<void> {
  await db.query(
    `INSERT INTO recon_items (run_id, day, kind, reference, ours, theirs, note)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7) ON CONFLICT (kind, reference) DO UPDATE SET
       status = 'open', resolved_at = NULL, due_at = excluded.due_at, run_id = excluded.run_id,
       ours = excluded.ours, theirs = excluded.theirs, note = excluded.note
     WHERE recon_items.status = 'resolved' AND (excluded.kind = 'not_settled'
       OR (recon_items.ours, recon_items.theirs) IS DISTINCT FROM (excluded.ours, excluded.theirs))`,
    [
      runId,
      day,
      item.kind,
      item.reference,
      JSON.stringify(item.ours),
      JSON.stringify(item.theirs),
      item.note?.slice(0, 500) ?? null,
    ],
  );
}

export async function closeSettledReconciliationItems(db: Queryable): Promise<void> {
  await db.query(
    `UPDATE recon_items r SET status = 'resolved', resolved_at = app_now(), note = 'settled since'
     FROM provider_transactions t
     WHERE r.kind = 'not_settled' AND r.status = 'open' AND t.tx_id = r.reference AND t.outcome IS NOT NULL`,
  );
  await db.query(
    `UPDATE recon_items r SET status = 'resolved', resolved_at = app_now(), note = 'booked since'
     WHERE kind = 'not_booked' AND status = 'open' AND (
       EXISTS (SELECT FROM provider_settlements s WHERE r.reference = 'settlement:' || s.id)
       OR EXISTS (SELECT FROM provider_reversals v WHERE r.reference = v.kind || ':' || v.id AND v.status <> 'pending'))`,
  );
}

/** @returns the provider's ids of successful transactions that no earlier run could settle. */
export async function findTransactionIdsToReconcileAgain(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT reference AS id FROM recon_items WHERE kind = 'not_settled' AND status = 'open' ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

export async function findStoredProviderTransactions(
  db: Queryable,
  ids: string[],
): Promise<Map<string, StoredProviderTransaction>> {
  const rows = await db.query<StoredProviderTransaction>(
    `SELECT tx_id AS id, reference, amount_kobo AS "amountKobo", outcome
     FROM provider_transactions WHERE tx_id = ANY ($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds settled transactions that this shop first saw on this day in Lagos time. */
export function findSettledTransactionsSeenOnDay(
  db: Queryable,
  day: string,
): Promise<StoredProviderTransaction[]> {
  return db.query<StoredProviderTransaction>(
    `SELECT tx_id AS id, reference, amount_kobo AS "amountKobo", outcome FROM provider_transactions
     WHERE outcome IS NOT NULL AND seen_at >= $1::date::timestamp AT TIME ZONE 'Africa/Lagos'
       AND seen_at < ($1::date + 1)::timestamp AT TIME ZONE 'Africa/Lagos'`,
    [day],
  );
}

/**
 * Sums the ledger's receipts from this provider on a day (Lagos time), and the transactions settled that day. Both
 * sums must be equal.
 */
export async function sumKoboReceivedFromProvider(
  db: Queryable,
  account: string,
  day: string,
): Promise<{ ledgerKobo: number; settledKobo: number }> {
  const rows = await db.query<{ ledgerKobo: number; settledKobo: number }>(
    // `MATERIALIZED` makes PostgreSQL read only this day's postings; it would otherwise read all entries of the
    // account.
    `WITH posted AS MATERIALIZED (
       SELECT e.account_id, e.amount_kobo FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id
       WHERE t.kind IN ('order_payment', 'overpaid', 'late_credit', 'unmatched')
         AND t.created_at >= ${buildLagosDayStartSql('$2::date')} AND t.created_at < ${buildLagosDayStartSql('$2::date + 1')})
     SELECT
       (SELECT coalesce(-sum(p.amount_kobo), 0) FROM posted p
          JOIN ledger_accounts a ON a.id = p.account_id AND (a.code = $1 OR a.code LIKE $1 || ':%'))::bigint AS "ledgerKobo",
       (SELECT coalesce(sum(amount_kobo), 0) FROM provider_transactions
          WHERE outcome IS NOT NULL AND account = $1
            AND settled_at >= ${buildLagosDayStartSql('$2::date')} AND settled_at < ${buildLagosDayStartSql('$2::date + 1')})::bigint AS "settledKobo"`,
    [account, day],
  );
  return rows[0] as { ledgerKobo: number; settledKobo: number };
}

/** `YYYY-MM-DD` */
export async function findCurrentLagosDay(db: Queryable): Promise<string> {
  const rows = await db.query<{ day: string }>(
    `SELECT to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
  );
  return rows[0]?.day as string;
}
