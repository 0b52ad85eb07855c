import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import type { Queryable } from '../../db/database.ts';

export interface OrderLineAtPickupCounter {
  line: number;
  product: string;
  unit: string | null;
  quantity: number;
  /**
   * Whether the order line can be collected. `in_review`: the goods have arrived, but an operator must decide about
   * their group.
   */
  state: 'waiting' | 'in_review' | 'not_ready' | 'collected' | 'paid_back';
  /** Time at which the goods became ready for pickup; null: they are not ready. */
  readyAt: Date | null;
  isOverdue: boolean;
  collectedAt: Date | null;
  /** The operator who handed out the goods, named as in the audit log. */
  collectedBy: string | null;
}

/**
 * SQL for the state of order line `i` at the pickup centre. `w`: its row in the view `owed_lines`, if it is
 * uncollected.
 */
export const PICKUP_LINE_STATE_SQL = `CASE WHEN i.collected_at IS NOT NULL THEN 'collected'
         WHEN i.refunded_kobo >= i.paid_kobo THEN 'paid_back' WHEN w.can_collect THEN 'waiting'
         WHEN w.item_id IS NOT NULL THEN 'in_review' ELSE 'not_ready' END AS state,
       w.ready_at AS "readyAt", coalesce(w.is_overdue, false) AS "isOverdue"`;

const COUNTER_LINE = `i.line_no AS line, g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity,
       ${PICKUP_LINE_STATE_SQL}, i.collected_at AS "collectedAt", i.collected_by AS "collectedBy"`;

export async function findOrderLinesAtPickupCounter(
  db: Queryable,
  trackingNumber: string,
): Promise<OrderLineAtPickupCounter[]> {
  return db.query<OrderLineAtPickupCounter>(
    `SELECT ${COUNTER_LINE}
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN groups g ON g.id = i.group_id
       LEFT JOIN owed_lines w ON w.item_id = i.id
     WHERE o.tracking_no = $1 ORDER BY i.line_no`,
    [trackingNumber],
  );
}

/** An order line in a pickup centre's list of all orders with goods to collect, which is sorted by surname. */
export interface PickupListLine extends OrderLineAtPickupCounter {
  surname: string;
  name: string;
  trackingNumber: string;
  /** Full days since the goods became ready; null: there is nothing to collect. */
  daysWaiting: number | null;
}

/** Reads the orders with goods to collect at a pickup centre, with all their lines. */
export async function findPickupListLines(db: Queryable, centreCode: string): Promise<PickupListLine[]> {
  return db.query<PickupListLine>(
    `SELECT regexp_replace(u.name, '^.*\\s', '') AS surname, u.name, o.tracking_no AS "trackingNumber", ${COUNTER_LINE},
       floor(extract(epoch FROM app_now() - w.ready_at) / 86400)::int AS "daysWaiting"
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN users u ON u.id = i.user_id
       JOIN groups g ON g.id = i.group_id LEFT JOIN owed_lines w ON w.item_id = i.id
     WHERE i.order_id = ANY (ARRAY (
       SELECT l.order_id FROM order_items l
         -- OFFSET 0 makes PostgreSQL look up each uncollected line; a plain join would read the batches of all groups.
         CROSS JOIN LATERAL (SELECT centre_id FROM owed_lines WHERE item_id = l.id OFFSET 0) owed
         JOIN pickup_centres c ON c.id = owed.centre_id
       WHERE c.code = $1 AND l.collected_at IS NULL AND l.refunded_kobo < l.paid_kobo))
     ORDER BY lower(regexp_replace(u.name, '^.*\\s', '')), u.name, o.tracking_no, i.line_no`,
    [centreCode],
  );
}

export type HandedOutOrderLine = Pick<OrderLineAtPickupCounter, 'line' | 'product' | 'unit' | 'quantity'>;

/**
 * Marks an order's goods as handed out. Groups and batches stay locked, so that they cannot change before the commit.
 * @param request.code the pickup code; null: the shopper was identified in another way.
 * @param request.lines line numbers; null: all lines.
 * @returns the lines handed out now.
 */
export async function markOrderLinesHandedOut(
  tx: Queryable,
  {
    trackingNumber,
    code,
    lines,
  }: { trackingNumber: string; code: string | null; lines: readonly number[] | null },
  actor: string,
): Promise<HandedOutOrderLine[]> {
  const handed = await tx.query<HandedOutOrderLine>(
    `WITH moving AS (
       SELECT g.id, g.product_snapshot FROM groups g JOIN fulfilment_batches b ON b.group_id = g.id
       WHERE g.status = ANY ($3) AND b.status IN ('ready_for_pickup', 'delivered')
         AND b.centre_id = (SELECT centre_id FROM orders WHERE tracking_no = $1) AND g.id IN (
         SELECT i.group_id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.tracking_no = $1)
       ORDER BY g.product_id, g.id FOR SHARE OF g, b)
     UPDATE order_items i SET collected_at = app_now(), collected_by = $5
     FROM orders o, moving g
     WHERE o.id = i.order_id AND g.id = i.group_id AND o.tracking_no = $1 AND ($2::text IS NULL OR o.pickup_code = $2)
       AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo AND ($4::int[] IS NULL OR i.line_no = ANY ($4))
     RETURNING i.line_no AS line, g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity`,
    [trackingNumber, code, FULFILMENT_STAGES, lines, actor],
  );
  return handed.sort((one, other) => one.line - other.line);
}
