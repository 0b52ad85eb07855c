import { SHOP_TIME_FOR_DEADLINES_SQL } from '../db/clock-offset.ts';
import type { Queryable } from '../db/database.ts';

/** SQL for the account name in totals: all wallets count as one account, all escrow as another. */
export const LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL = `CASE a.kind WHEN 'wallet' THEN 'wallets' WHEN 'escrow' THEN 'escrow' ELSE a.code END`;

export const buildLagosDayStartSql = (day: string): string =>
  `(${day})::timestamp AT TIME ZONE 'Africa/Lagos'`;

const ENTRIES = `ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id`;

/** SQL that sums all ledger entries by account and posting kind. Its columns are `account`, `kind` and `kobo`. */
export const LEDGER_TOTALS_SQL = `SELECT ${LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL} AS account, t.kind, sum(e.amount_kobo) AS kobo FROM ${ENTRIES} GROUP BY 1, 2`;

/** @returns the last day whose totals are stored and can no longer change; null: there is none. */
export async function findLastDayWithStoredLedgerTotals(db: Queryable): Promise<string | null> {
  const rows = await db.query<{ day: string | null }>('SELECT max(day)::text AS day FROM ledger_days');
  return rows[0]?.day ?? null;
}

/**
 * Builds SQL for the totals of `LEDGER_TOTALS_SQL` from stored totals up to a day and the later entries.
 * @param storedDay a literal day, because PostgreSQL's planner estimates a parameter badly.
 */
export const buildLedgerTotalsFromStoredDaySql = (storedDay: string): string => `
  SELECT account, kind, sum(kobo) AS kobo FROM (
    SELECT account, kind, credited_kobo - debited_kobo AS kobo FROM ledger_days WHERE day = ${storedDay}::date
    UNION ALL
    SELECT * FROM (
      SELECT ${LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL}, t.kind, e.amount_kobo FROM ${ENTRIES}
      WHERE t.created_at >= coalesce(${buildLagosDayStartSql(`${storedDay}::date + 1`)}, '-infinity') OFFSET 0) since) sums
  GROUP BY 1, 2`;

/**
 * Time after the end of a day at which its totals are stored. No transaction stays open for longer and could still add
 * to the day.
 */
const STORED_AFTER = `interval '1 hour'`;
const DAYS_AT_ONCE = 366;

/**
 * Stores each account's totals up to each ended Lagos day, by posting kind, so that reports need not read the whole
 * ledger.
 */
export async function storeLedgerDayTotals(db: Queryable): Promise<void> {
  for (;;) {
    const [due] = await db.query<{ first: string; last: string }>(
      `SELECT first::text, least(last, first + $1::int)::text AS last FROM (
         SELECT coalesce((SELECT max(day) + 1 FROM ledger_days),
             (SELECT (min(created_at) AT TIME ZONE 'Africa/Lagos')::date FROM ledger_tx)) AS first,
           ((${SHOP_TIME_FOR_DEADLINES_SQL} - ${STORED_AFTER}) AT TIME ZONE 'Africa/Lagos')::date - 1 AS last) due
       WHERE first <= last`,
      [DAYS_AT_ONCE],
    );
    if (!due) return;
    await db.query(
      `WITH before AS (SELECT account, kind, credited_kobo, debited_kobo FROM ledger_days WHERE day = $1::date - 1),
         moved AS (
           SELECT (t.created_at AT TIME ZONE 'Africa/Lagos')::date AS day, ${LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL} AS account, t.kind,
             sum(greatest(e.amount_kobo, 0)) AS credited, sum(greatest(-e.amount_kobo, 0)) AS debited
           FROM ${ENTRIES}
           WHERE t.created_at >= ${buildLagosDayStartSql('$1::date')} AND t.created_at < ${buildLagosDayStartSql('$2::date + 1')} GROUP BY 1, 2, 3)
       INSERT INTO ledger_days (day, account, kind, credited_kobo, debited_kobo)
       SELECT * FROM (
         SELECT days.day::date, account, kind,
           coalesce(b.credited_kobo, 0) + coalesce(sum(m.credited) OVER up_to, 0) AS credited,
           coalesce(b.debited_kobo, 0) + coalesce(sum(m.debited) OVER up_to, 0) AS debited
         FROM generate_series($1::date, $2::date, interval '1 day') days (day)
           CROSS JOIN (SELECT account, kind FROM before UNION SELECT account, kind FROM moved) known
           LEFT JOIN before b USING (account, kind)
           LEFT JOIN moved m USING (day, account, kind)
         WINDOW up_to AS (PARTITION BY account, kind ORDER BY days.day)) sealed
       WHERE credited + debited > 0
       ON CONFLICT DO NOTHING`,
      [due.first, due.last],
    );
  }
}
