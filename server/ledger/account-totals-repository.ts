import type { Queryable } from '../db/database.ts';
import { buildLagosDayStartSql, LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL } from './ledger-days.ts';

/** A ledger account's movements within a span of days, in kobo; credit is positive. */
export interface LedgerMovementsRow {
  /** Account code; `wallets` and `escrow` stand for all accounts of these kinds together. */
  account: string;
  openingKobo: number;
  creditedKobo: number;
  debitedKobo: number;
  closingKobo: number;
  byKind: Record<string, number>;
}

/** A day at whose start balances are computed, from the last totals stored before it and the later entries. */
interface DayStart {
  /** The day in Lagos time. */
  day: string;
  /** Last day before `day` whose totals are stored; null: no totals are stored before `day`. */
  sealed: string | null;
}

/** A span of days in Lagos: the first day, and the day after the last one. */
interface DaySpan {
  from: string;
  to: string;
}

/** Finds the days of a month. @param month `YYYY-MM` */
export async function findDaySpanOfMonth(db: Queryable, month: string): Promise<DaySpan> {
  const [span] = await db.query<DaySpan>(
    `SELECT ($1 || '-01') AS from, (($1 || '-01')::date + interval '1 month')::date::text AS to`,
    [month],
  );
  return span as DaySpan;
}

async function findPoints(db: Queryable, { from, to }: DaySpan): Promise<{ begin: DayStart; end: DayStart }> {
  const rows = await db.query<DayStart>(
    `SELECT day::text, (SELECT max(s.day) FROM ledger_days s WHERE s.day < points.day)::text AS sealed
     FROM (VALUES ($1::date), ($2::date)) points (day) ORDER BY day`,
    [from, to],
  );
  const [begin, end] = rows as [DayStart, DayStart];
  return { begin, end };
}

/**
 * Reads the ledger accounts of a span of days in one snapshot. Opening and closing balances each sum to 0, and debits
 * equal credits.
 */
async function findLedgerAccounts(db: Queryable, span: DaySpan): Promise<LedgerMovementsRow[]> {
  const { begin, end } = await findPoints(db, span);
  return db.query<LedgerMovementsRow>(
    `WITH totals AS (
       ${totalsUpTo('false', '$1', '$2')}
       UNION ALL ${totalsUpTo('true', '$3', '$4')}
     ), moved AS (
       SELECT account, kind, sum(credited_kobo - debited_kobo) FILTER (WHERE NOT is_end) AS opening,
         sum(CASE WHEN is_end THEN credited_kobo ELSE -credited_kobo END) AS credited,
         sum(CASE WHEN is_end THEN debited_kobo ELSE -debited_kobo END) AS debited
       FROM totals GROUP BY 1, 2
     )
     SELECT a.account, coalesce(sum(m.opening), 0)::bigint AS "openingKobo",
       coalesce(sum(m.credited), 0)::bigint AS "creditedKobo", coalesce(sum(m.debited), 0)::bigint AS "debitedKobo",
       (coalesce(sum(m.opening), 0) + coalesce(sum(m.credited - m.debited), 0))::bigint AS "closingKobo",
       coalesce(jsonb_object_agg(m.kind, m.credited - m.debited) FILTER (WHERE m.credited + m.debited > 0), '{}') AS "byKind"
     FROM (SELECT code AS account FROM ledger_accounts WHERE kind = 'system' UNION VALUES ('wallets'), ('escrow')) a
       LEFT JOIN moved m USING (account)
     GROUP BY 1 ORDER BY 1`,
    [begin.day, begin.sealed, end.day, end.sealed],
  );
}

/** Reads the movements of all ledger accounts in a month. @param month `YYYY-MM` in Lagos. */
export async function findLedgerMovementsOfMonth(
  db: Queryable,
  month: string,
): Promise<LedgerMovementsRow[]> {
  return findLedgerAccounts(db, await findDaySpanOfMonth(db, month));
}

/**
 * Builds SQL for the totals before a day. Days must be literals, so that PostgreSQL's planner can estimate the number
 * of entries.
 */
function totalsUpTo(isEnd: 'true' | 'false', day: string, sealed: string): string {
  return `SELECT ${isEnd} AS is_end, account, kind, credited_kobo, debited_kobo FROM ledger_days WHERE day = ${sealed}::date
       UNION ALL
       SELECT ${isEnd}, ${LEDGER_ACCOUNT_NAME_IN_TOTALS_SQL}, t.kind, greatest(e.amount_kobo, 0), greatest(-e.amount_kobo, 0)
       FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
       WHERE t.created_at < ${buildLagosDayStartSql(`${day}::date`)}
         AND t.created_at >= coalesce(${buildLagosDayStartSql(`${sealed}::date + 1`)}, '-infinity')`;
}
