import type { Queryable } from '../db/database.ts';

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
 * The books of a month, from one look at them.
 *
 * @param month `YYYY-MM` in Lagos.
 * @returns every account. Their sums are 0 in opening and closing, and what was credited is what was debited.
 */
export function findAccountMonths(db: Queryable, month: string): Promise<AccountMonth[]> {
  return db.query<AccountMonth>(
    `WITH month AS (
       SELECT ($1 || '-01')::timestamp AT TIME ZONE 'Africa/Lagos' AS starts,
         (($1 || '-01')::timestamp + interval '1 month') AT TIME ZONE 'Africa/Lagos' AS ends
     ), named AS (
       SELECT id, CASE kind WHEN 'wallet' THEN 'wallets' WHEN 'escrow' THEN 'escrow' ELSE code END AS account
       FROM ledger_accounts
     ), moved AS (
       SELECT a.account, t.kind, t.created_at < month.starts AS is_before, sum(e.amount_kobo) AS kobo,
         sum(greatest(e.amount_kobo, 0)) AS credited
       FROM month JOIN ledger_tx t ON t.created_at < month.ends JOIN ledger_entries e ON e.tx_id = t.id
         JOIN named a ON a.id = e.account_id
       GROUP BY 1, 2, 3
     )
     SELECT a.account, coalesce(sum(m.kobo) FILTER (WHERE m.is_before), 0)::bigint AS "openingKobo",
       coalesce(sum(m.credited) FILTER (WHERE NOT m.is_before), 0)::bigint AS "creditedKobo",
       coalesce(sum(m.credited - m.kobo) FILTER (WHERE NOT m.is_before), 0)::bigint AS "debitedKobo",
       coalesce(sum(m.kobo), 0)::bigint AS "closingKobo",
       coalesce(jsonb_object_agg(m.kind, m.kobo) FILTER (WHERE NOT m.is_before), '{}') AS "byKind"
     FROM (SELECT DISTINCT account FROM named UNION VALUES ('wallets'), ('escrow')) a LEFT JOIN moved m USING (account)
     GROUP BY 1 ORDER BY 1`,
    [month],
  );
}
