import type { Queryable } from '../../db/database.ts';
import { buildLagosDayStartSql } from '../../ledger/ledger-days.ts';

/** Earnings and costs of the goods of a month. Amounts are in kobo. */
export interface MonthlyMarginRow {
  /** Amount paid and not paid back for goods with a known cost. */
  earnedKobo: number;
  costKobo: number;
  /** Amount paid and not paid back for goods without a known cost, which have no margin. */
  earnedWithoutCostKobo: number;
}

/**
 * Reads the margin of the goods whose groups were secured in a month. The cost is the product's cost at that time, else
 * the first cost recorded later. Subqueries hide the times from PostgreSQL's planner, so that one cached plan serves
 * all months.
 * @param month `YYYY-MM` in Lagos.
 */
export async function readMonthlyMargin(db: Queryable, month: string): Promise<MonthlyMarginRow> {
  const [row] = await db.query<MonthlyMarginRow>(
    `SELECT coalesce(sum(earned) FILTER (WHERE cost IS NOT NULL), 0)::bigint AS "earnedKobo",
       coalesce(sum(cost), 0)::bigint AS "costKobo",
       coalesce(sum(earned) FILTER (WHERE cost IS NULL), 0)::bigint AS "earnedWithoutCostKobo"
     FROM (
       SELECT i.earned, round(i.units * s.cost_kobo::numeric / s.base_units) AS cost
       FROM groups g CROSS JOIN LATERAL (
           SELECT sum(paid_kobo - refunded_kobo) AS earned, sum(units) AS units FROM order_items
           WHERE group_id = g.id
             AND (collected_at IS NOT NULL OR refunded_kobo < paid_kobo AND g.status <> 'failed')) i
         LEFT JOIN LATERAL (
           SELECT cost_kobo, base_units FROM product_supplies
           WHERE product_id = g.product_id AND cost_kobo IS NOT NULL
           ORDER BY since > g.secured_at, abs(extract(epoch FROM since - g.secured_at)) LIMIT 1) s ON true
       WHERE g.secured_at >= (SELECT ${buildLagosDayStartSql("($1 || '-01')::date")})
         AND g.secured_at < (SELECT ${buildLagosDayStartSql("(($1 || '-01')::date + interval '1 month')::date")})) sold`,
    [month],
  );
  return row as MonthlyMarginRow;
}
