import type { FulfilmentStage } from '#contract/rules/group/group-status.ts';
import type { Queryable } from '../../db/database.ts';
import { CURRENT_SUPPLIER_AND_COST_JOIN_SQL } from '../../features/catalogue/product-supply-repository.ts';

/** An amount of one product in one selling unit, such as 3 bags of 50 kg. */
interface GoodsRow {
  product: string;
  slug: string;
  unit: string | null;
  /** How many selling units, for example 3 bags. */
  quantity: number;
  /** The same amount in the product's base unit, for example 150 kg. */
  baseUnits: number;
  baseUnit: string | null;
}

interface GoodsToBuyRow extends GoodsRow {
  supplier: string;
  orders: number;
  costKobo: number | null;
  /** Earliest time by which a part of the goods is promised at a pickup centre. */
  expectedBy: Date;
}

/** SQL tables of the uncollected order lines with group `g`, batch `b`, order `o` and product `p`. */
const LINES_SQL = `fulfilment_batches b JOIN pickup_centres c ON c.id = b.centre_id
       JOIN groups g ON g.id = b.group_id JOIN products p ON p.id = g.product_id
       JOIN order_items i ON i.group_id = b.group_id AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo
       JOIN orders o ON o.id = i.order_id AND o.centre_id = b.centre_id`;
const UNIT_SQL = 'unit_title(g.product_snapshot, i.unit_name)';

/**
 * Finds the goods of secured groups that the shop has not begun to buy from its suppliers. Groups under review may
 * still fail and are left out.
 * @param centreCodes null: all pickup centres.
 */
export async function findGoodsToBuy(
  db: Queryable,
  centreCodes: readonly string[] | null,
): Promise<GoodsToBuyRow[]> {
  return db.query<GoodsToBuyRow>(
    `SELECT coalesce(s.supplier, '') AS supplier, p.title AS product, p.slug, ${UNIT_SQL} AS unit,
       sum(i.quantity)::int AS quantity, sum(i.units)::int AS "baseUnits", p.base_unit_name AS "baseUnit",
       count(DISTINCT o.id)::int AS orders,
       round(sum(i.units) * s.cost_kobo::numeric / s.base_units)::bigint AS "costKobo",
       min(expected_by(c, coalesce(g.succeeded_at, g.secured_at, b.created_at))) AS "expectedBy"
     FROM ${LINES_SQL} ${CURRENT_SUPPLIER_AND_COST_JOIN_SQL}
     WHERE b.status = 'secured' AND g.status <> 'manual_review' AND ($1::text[] IS NULL OR c.code = ANY ($1))
     GROUP BY s.supplier, s.cost_kobo, s.base_units, p.id, ${UNIT_SQL}
     ORDER BY coalesce(s.supplier, '') = '', s.supplier, p.title, p.slug, unit NULLS FIRST`,
    [centreCodes],
  );
}

interface LineToPackRow extends GoodsRow {
  trackingNumber: string;
  name: string;
  line: number;
}

/**
 * Finds the order lines to pack at a centre, sorted by surname and order.
 * @param stage null: any stage before the goods are ready.
 */
export async function findOrderLinesToPack(
  db: Queryable,
  centreCode: string,
  stage: FulfilmentStage | null,
): Promise<LineToPackRow[]> {
  return db.query<LineToPackRow>(
    `SELECT o.tracking_no AS "trackingNumber", u.name, i.line_no AS line, g.product_snapshot ->> 'title' AS product,
       p.slug, ${UNIT_SQL} AS unit, i.quantity, i.units AS "baseUnits", p.base_unit_name AS "baseUnit"
     FROM ${LINES_SQL} JOIN users u ON u.id = o.user_id
     WHERE c.code = $1 AND b.status IN ('secured', 'processing', 'packaging') AND ($2::text IS NULL OR b.status = $2)
     ORDER BY lower(regexp_replace(u.name, '^.*\\s', '')), u.name, o.tracking_no, i.line_no`,
    [centreCode, stage],
  );
}
