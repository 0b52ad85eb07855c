import type { Queryable } from '../db/database.ts';
import { SUMMED_ACCOUNT, startOf } from './ledger-days.ts';

/** What an account, or all wallets or escrow together, did in a month. Kobo, credit above 0. */
export interface AccountMonth {
  /** A code; `wallets` and `escrow` for all of theirs. */
  account: string;
  openingKobo: number;
  creditedKobo: number;
  debitedKobo: number;
  closingKobo: number;
  /** What each kind of posting did to it in the month. */
  byKind: Record<string, number>;
}

/**
 * The books of a month, from one look at them: the sealed days before its begin and its end, and what came after those.
 *
 * @param month `YYYY-MM` in Lagos.
 * @returns every account. Their sums are 0 in opening and closing, and what was credited is what was debited.
 */
export function findAccountMonths(db: Queryable, month: string): Promise<AccountMonth[]> {
  return db.query<AccountMonth>(
    `WITH points AS (
       SELECT is_end, day, (SELECT max(s.day) FROM ledger_days s WHERE s.day < points.day) AS sealed
       FROM (VALUES (false, ($1 || '-01')::date), (true, (($1 || '-01')::date + interval '1 month')::date)) points (is_end, day)
     ), totals AS (
       SELECT is_end, account, kind, credited_kobo, debited_kobo FROM points JOIN ledger_days d ON d.day = points.sealed
       UNION ALL
       SELECT is_end, ${SUMMED_ACCOUNT}, t.kind, greatest(e.amount_kobo, 0), greatest(-e.amount_kobo, 0)
       FROM points JOIN ledger_tx t ON t.created_at < ${startOf('points.day')}
           AND t.created_at >= coalesce(${startOf('points.sealed + 1')}, '-infinity')
         JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
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
    [month],
  );
}
