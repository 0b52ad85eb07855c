import type { Queryable } from '../../db/database.ts';
import {
  type OrderLineAtPickupCounter,
  PICKUP_LINE_STATE_SQL,
} from '../../features/fulfilment/counter-repository.ts';

/** An order for operators, with amounts in kobo. It omits the pickup code, which only the shopper may know. */
export interface OrderForOperatorRow {
  trackingNumber: string;
  userId: string;
  shopper: string;
  reference: string;
  totalKobo: number;
  centre: string;
  centreName: string;
  wrongCodes: number;
  createdAt: Date;
}

/** An order line with its refunds and with the progress of its goods. */
export interface OrderLineForOperatorRow
  extends Pick<OrderLineAtPickupCounter, 'state' | 'readyAt' | 'isOverdue'> {
  line: number;
  product: string;
  unit: string | null;
  quantity: number;
  mode: 'group' | 'solo';
  groupId: string;
  /**
   * Stage of the line's goods: `delivered`, `ready_for_pickup`, or before that the status of the batch, else of the
   * group.
   */
  stage: string;
  paidKobo: number;
  refundedKobo: number;
  collectedAt: Date | null;
  /** Operator who handed out the goods, as in the audit log. */
  collectedBy: string | null;
}

export async function readOrderForOperator(
  db: Queryable,
  trackingNumber: string,
): Promise<OrderForOperatorRow | undefined> {
  const [order] = await db.query<OrderForOperatorRow>(
    `SELECT o.tracking_no AS "trackingNumber", o.user_id AS "userId", u.name AS shopper, p.reference,
       o.total_kobo AS "totalKobo", c.code AS centre, c.name AS "centreName", o.pickup_misses::int AS "wrongCodes",
       o.created_at AS "createdAt"
     FROM orders o JOIN users u ON u.id = o.user_id JOIN payments p ON p.id = o.payment_id
       JOIN pickup_centres c ON c.id = o.centre_id WHERE o.tracking_no = $1`,
    [trackingNumber],
  );
  return order;
}

export async function readOrderLinesForOperator(
  db: Queryable,
  trackingNumber: string,
): Promise<OrderLineForOperatorRow[]> {
  return db.query<OrderLineForOperatorRow>(
    `SELECT i.line_no AS line, g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity, i.mode,
       i.group_id AS "groupId", ${PICKUP_LINE_STATE_SQL},
       CASE WHEN i.collected_at IS NOT NULL THEN 'delivered' WHEN w.item_id IS NOT NULL THEN 'ready_for_pickup'
         ELSE coalesce(b.status, g.status) END AS stage, i.paid_kobo AS "paidKobo",
       i.refunded_kobo AS "refundedKobo", i.collected_at AS "collectedAt",
       i.collected_by AS "collectedBy"
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN groups g ON g.id = i.group_id
       LEFT JOIN fulfilment_batches b ON b.group_id = i.group_id AND b.centre_id = o.centre_id
       LEFT JOIN owed_lines w ON w.item_id = i.id
     WHERE o.tracking_no = $1 ORDER BY i.line_no`,
    [trackingNumber],
  );
}

/** Goods of one product and selling unit that a pickup centre still needs. */
export interface GoodsNeededRow {
  product: string;
  slug: string;
  unit: string | null;
  stage: string;
  /** Number of selling units. */
  quantity: number;
  /** Quantity in the product's base unit. */
  baseUnits: number;
  orders: number;
}

/** Reads the goods that a centre still needs for its secured groups, by product, unit and stage. */
export async function readGoodsNeededAtCentre(db: Queryable, centreCode: string): Promise<GoodsNeededRow[]> {
  return db.query<GoodsNeededRow>(
    `SELECT g.product_snapshot ->> 'title' AS product, p.slug,
       unit_title(g.product_snapshot, i.unit_name) AS unit, b.status AS stage,
       sum(i.quantity)::int AS quantity, sum(i.units)::int AS "baseUnits", count(DISTINCT o.id)::int AS orders
     FROM pickup_centres c JOIN fulfilment_batches b ON b.centre_id = c.id JOIN groups g ON g.id = b.group_id
       JOIN products p ON p.id = g.product_id
       JOIN order_items i ON i.group_id = b.group_id JOIN orders o ON o.id = i.order_id AND o.centre_id = c.id
     WHERE c.code = $1 AND b.status IN ('secured', 'processing', 'packaging')
       AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo
     GROUP BY 1, 2, 3, 4
     ORDER BY 1, 2, 3 NULLS FIRST, array_position(array['secured', 'processing', 'packaging'], b.status)`,
    [centreCode],
  );
}
