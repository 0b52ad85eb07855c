import type { Queryable } from '../../db/database.ts';
import { buildLagosDayStartSql } from '../../ledger/ledger-days.ts';

/** Money paid in, money paid back and goods handed out at a pickup centre on one day. Amounts are in kobo. */
export interface DailyMoneyAndHandOutsRow {
  centre: string;
  name: string;
  orders: number;
  paidInKobo: number;
  byCardKobo: number;
  fromWalletsKobo: number;
  paidBackKobo: number;
  handedOutItems: number;
  handedOutKobo: number;
}

/** A subquery hides the times from PostgreSQL's planner, so that one cached plan serves all days. */
const ON_DAY = (time: string) =>
  `${time} >= (SELECT ${buildLagosDayStartSql('$1::date')}) AND ${time} < (SELECT ${buildLagosDayStartSql('$1::date + 1')})`;

/** Reads a Lagos day's money and hand-outs by pickup centre. Money paid back counts on the day of its posting. */
export async function readDailyMoneyAndHandOuts(
  db: Queryable,
  day: string,
): Promise<DailyMoneyAndHandOutsRow[]> {
  return db.query<DailyMoneyAndHandOutsRow>(
    `WITH paid AS (
       SELECT o.centre_id, count(*)::int AS orders, sum(o.total_kobo) AS paid_in, sum(p.card_kobo) AS by_card,
         sum(p.wallet_kobo) AS from_wallets
       FROM orders o CROSS JOIN LATERAL (SELECT * FROM payments WHERE id = o.payment_id OFFSET 0) p
       WHERE ${ON_DAY('o.created_at')} GROUP BY 1),
     back AS (
       SELECT o.centre_id, -sum(e.amount_kobo) AS paid_back
       FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
         JOIN order_items i ON i.id = split_part(t.ref, ':', 1)::bigint JOIN orders o ON o.id = i.order_id
       WHERE t.kind IN ('group_refund', 'item_refund') AND ${ON_DAY('t.created_at')}
         AND (a.kind = 'escrow' OR a.code = 'sales') GROUP BY 1),
     given AS (
       SELECT o.centre_id, count(*)::int AS items, sum(i.paid_kobo - i.refunded_kobo) AS worth
       FROM order_items i CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = i.order_id OFFSET 0) o
       WHERE ${ON_DAY('i.collected_at')} GROUP BY 1)
     SELECT c.code AS centre, c.name, coalesce(p.orders, 0) AS orders, coalesce(p.paid_in, 0)::bigint AS "paidInKobo",
       coalesce(p.by_card, 0)::bigint AS "byCardKobo", coalesce(p.from_wallets, 0)::bigint AS "fromWalletsKobo",
       coalesce(b.paid_back, 0)::bigint AS "paidBackKobo", coalesce(g.items, 0) AS "handedOutItems",
       coalesce(g.worth, 0)::bigint AS "handedOutKobo"
     FROM pickup_centres c LEFT JOIN paid p ON p.centre_id = c.id LEFT JOIN back b ON b.centre_id = c.id
       LEFT JOIN given g ON g.centre_id = c.id
     WHERE p.centre_id IS NOT NULL OR b.centre_id IS NOT NULL OR g.centre_id IS NOT NULL
     ORDER BY c.name, c.code`,
    [day],
  );
}
