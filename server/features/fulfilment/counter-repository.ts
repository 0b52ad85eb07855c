import { FULFILMENT_STAGES } from '#contract/rules/group-status.ts';
import type { Queryable } from '../../db/database.ts';

/** One line of an order at the counter. */
export interface CounterLine {
  line: number;
  product: string;
  unit: string | null;
  quantity: number;
  state: 'waiting' | 'not_ready' | 'collected' | 'paid_back';
  collectedAt: Date | null;
  /** As the audit log names them. */
  collectedBy: string | null;
}

const COUNTER_LINE = `i.line_no AS line, g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity,
       CASE WHEN i.collected_at IS NOT NULL THEN 'collected'
         WHEN i.refunded_kobo >= i.paid_kobo THEN 'paid_back'
         WHEN g.status = ANY ($2) AND b.status IN ('ready_for_pickup', 'delivered') THEN 'waiting'
         ELSE 'not_ready' END AS state,
       i.collected_at AS "collectedAt", i.collected_by AS "collectedBy"`;

/** Every line of an order, as it stands at the counter. */
export async function findCounterLines(db: Queryable, trackingNumber: string): Promise<CounterLine[]> {
  return db.query<CounterLine>(
    `SELECT ${COUNTER_LINE}
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN groups g ON g.id = i.group_id
       LEFT JOIN fulfilment_batches b ON b.group_id = i.group_id AND b.centre_id = o.centre_id
     WHERE o.tracking_no = $1 ORDER BY i.line_no`,
    [trackingNumber, FULFILMENT_STAGES],
  );
}

/** A line of an order of which something waits, whole orders by surname. */
export interface CounterRow extends CounterLine {
  surname: string;
  name: string;
  trackingNumber: string;
  /** Full days since its goods were ready; null before that. */
  daysWaiting: number | null;
}

/** Every line of the orders of which something waits at a centre: also what is not ready, and what was handed out. */
export async function findCounterRows(db: Queryable, centreCode: string): Promise<CounterRow[]> {
  return db.query<CounterRow>(
    `SELECT regexp_replace(u.name, '^.*\\s', '') AS surname, u.name, o.tracking_no AS "trackingNumber", ${COUNTER_LINE},
       floor(extract(epoch FROM app_now() - b.ready_at) / 86400)::int AS "daysWaiting"
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN users u ON u.id = i.user_id
       JOIN groups g ON g.id = i.group_id
       LEFT JOIN fulfilment_batches b ON b.group_id = i.group_id AND b.centre_id = o.centre_id
     WHERE i.order_id = ANY (ARRAY (
       SELECT w.order_id FROM pickup_centres c JOIN fulfilment_batches r ON r.centre_id = c.id
         JOIN order_items w ON w.group_id = r.group_id JOIN orders p ON p.id = w.order_id AND p.centre_id = c.id
       WHERE c.code = $1 AND r.status = 'ready_for_pickup' AND w.collected_at IS NULL
         AND w.refunded_kobo < w.paid_kobo))
     ORDER BY lower(regexp_replace(u.name, '^.*\\s', '')), u.name, o.tracking_no, i.line_no`,
    [centreCode, FULFILMENT_STAGES],
  );
}

/** What was handed out, for the log and for whoever did it. */
export type HandedLine = Pick<CounterLine, 'line' | 'product' | 'unit' | 'quantity'>;

/**
 * Hands out what an order has waiting, of groups that are on their way. Their rows are held until the end, so that
 * none is failed (and paid back) between the look and the commit.
 *
 * @param lines only these; null: all.
 * @returns the lines handed out now.
 */
export async function collectOrder(
  tx: Queryable,
  { trackingNumber, code, lines }: { trackingNumber: string; code: string; lines: readonly number[] | null },
  actor: string,
): Promise<HandedLine[]> {
  const handed = await tx.query<HandedLine>(
    `WITH moving AS (
       SELECT g.id, g.product_snapshot FROM groups g
       WHERE g.status = ANY ($3) AND g.id IN (
         SELECT i.group_id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.tracking_no = $1)
       ORDER BY g.product_id, g.id FOR SHARE)
     UPDATE order_items i SET collected_at = app_now(), collected_by = $5
     FROM orders o, moving g, fulfilment_batches b
     WHERE o.id = i.order_id AND g.id = i.group_id AND b.group_id = i.group_id AND b.centre_id = o.centre_id
       AND o.tracking_no = $1 AND o.pickup_code = $2 AND b.status IN ('ready_for_pickup', 'delivered')
       AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo AND ($4::int[] IS NULL OR i.line_no = ANY ($4))
     RETURNING i.line_no AS line, g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity`,
    [trackingNumber, code, FULFILMENT_STAGES, lines, actor],
  );
  return handed.sort((one, other) => one.line - other.line);
}
