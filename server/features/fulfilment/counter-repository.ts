import { FULFILMENT_STAGES } from '#contract/rules/group-status.ts';
import type { Queryable } from '../../db/database.ts';

/** One line of an order at the counter. */
export interface CounterLine {
  line: number;
  product: string;
  unit: string | null;
  quantity: number;
  /** `in_review`: it is here, and its group is held back for now. */
  state: 'waiting' | 'in_review' | 'not_ready' | 'collected' | 'paid_back';
  /** Since when it waits; null: it does not. */
  readyAt: Date | null;
  isOverdue: boolean;
  collectedAt: Date | null;
  /** As the audit log names them. */
  collectedBy: string | null;
}

/** How an order's line `i` is at the counter, with what is owed as `w`. */
export const LINE_STATE = `CASE WHEN i.collected_at IS NOT NULL THEN 'collected'
         WHEN i.refunded_kobo >= i.paid_kobo THEN 'paid_back' WHEN w.can_collect THEN 'waiting'
         WHEN w.item_id IS NOT NULL THEN 'in_review' ELSE 'not_ready' END AS state,
       w.ready_at AS "readyAt", coalesce(w.is_overdue, false) AS "isOverdue"`;

const COUNTER_LINE = `i.line_no AS line, g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity,
       ${LINE_STATE}, i.collected_at AS "collectedAt", i.collected_by AS "collectedBy"`;

/** Every line of an order, as it stands at the counter. */
export async function findCounterLines(db: Queryable, trackingNumber: string): Promise<CounterLine[]> {
  return db.query<CounterLine>(
    `SELECT ${COUNTER_LINE}
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN groups g ON g.id = i.group_id
       LEFT JOIN owed_lines w ON w.item_id = i.id
     WHERE o.tracking_no = $1 ORDER BY i.line_no`,
    [trackingNumber],
  );
}

/** A line of an order of which something waits, whole orders by surname. */
export interface CounterRow extends CounterLine {
  surname: string;
  name: string;
  trackingNumber: string;
  /** Full days since its goods were ready; null when it does not wait. */
  daysWaiting: number | null;
}

/** Every line of the orders of which something waits at a centre: also what is not ready, and what was handed out. */
export async function findCounterRows(db: Queryable, centreCode: string): Promise<CounterRow[]> {
  return db.query<CounterRow>(
    `SELECT regexp_replace(u.name, '^.*\\s', '') AS surname, u.name, o.tracking_no AS "trackingNumber", ${COUNTER_LINE},
       floor(extract(epoch FROM app_now() - w.ready_at) / 86400)::int AS "daysWaiting"
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN users u ON u.id = i.user_id
       JOIN groups g ON g.id = i.group_id LEFT JOIN owed_lines w ON w.item_id = i.id
     WHERE i.order_id = ANY (ARRAY (
       SELECT l.order_id FROM order_items l
         -- OFFSET 0: each line under way is looked up; joined as a whole, the view would read every batch ever.
         CROSS JOIN LATERAL (SELECT centre_id FROM owed_lines WHERE item_id = l.id OFFSET 0) owed
         JOIN pickup_centres c ON c.id = owed.centre_id
       WHERE c.code = $1 AND l.collected_at IS NULL AND l.refunded_kobo < l.paid_kobo))
     ORDER BY lower(regexp_replace(u.name, '^.*\\s', '')), u.name, o.tracking_no, i.line_no`,
    [centreCode],
  );
}

/** What was handed out, for the log and for whoever did it. */
export type HandedLine = Pick<CounterLine, 'line' | 'product' | 'unit' | 'quantity'>;

/**
 * Hands out what an order has waiting, of groups that are on their way. Their rows and their batches' are held until
 * the end: none is failed (and paid back) or taken back between the look and the commit.
 *
 * @param wish.code null: the shopper was asked in another way.
 * @param wish.lines only these; null: all.
 * @returns the lines handed out now.
 */
export async function collectOrder(
  tx: Queryable,
  {
    trackingNumber,
    code,
    lines,
  }: { trackingNumber: string; code: string | null; lines: readonly number[] | null },
  actor: string,
): Promise<HandedLine[]> {
  const handed = await tx.query<HandedLine>(
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
