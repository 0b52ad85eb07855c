import type { Queryable } from '../../db/database.ts';

/** One shopper's goods waiting at a centre. */
export interface PickupRow {
  surname: string;
  name: string;
  phone: string | null;
  trackingNumber: string;
  product: string;
  unit: string | null;
  quantity: number;
  readyAt: Date;
  /** Full days since the goods were ready. */
  daysWaiting: number;
}

/** What waits at a centre, by surname. */
export async function findUncollected(db: Queryable, centreCode: string): Promise<PickupRow[]> {
  return db.query<PickupRow>(
    `SELECT regexp_replace(u.name, '^.*\\s', '') AS surname, u.name, u.phone, o.tracking_no AS "trackingNumber",
       g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity, b.ready_at AS "readyAt",
       floor(extract(epoch FROM app_now() - b.ready_at) / 86400)::int AS "daysWaiting"
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN users u ON u.id = i.user_id
       JOIN groups g ON g.id = i.group_id JOIN pickup_centres c ON c.id = o.centre_id
       JOIN fulfilment_batches b ON b.group_id = i.group_id AND b.centre_id = o.centre_id
     WHERE c.code = $1 AND b.status = 'ready_for_pickup' AND i.collected_at IS NULL
       AND i.refunded_kobo < i.paid_kobo
     ORDER BY lower(regexp_replace(u.name, '^.*\\s', '')), u.name, o.tracking_no, i.line_no`,
    [centreCode],
  );
}

export async function isCentre(db: Queryable, code: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM pickup_centres WHERE code = $1', [code])).length > 0;
}

const MISSES_ALLOWED = 5;

/** What a code is worth. */
export type CodeCheck = { is: 'right' } | { is: 'wrong'; triesLeft: number } | { is: 'locked' };

/** Counts a wrong code; a right one starts the count again. @returns undefined for an order that does not exist. */
export async function checkPickupCode(
  db: Queryable,
  trackingNumber: string,
  code: string,
): Promise<CodeCheck | undefined> {
  const [order] = await db.query<{ isRight: boolean; triesLeft: number }>(
    `UPDATE orders SET pickup_misses = CASE WHEN pickup_code = $2 THEN 0 ELSE pickup_misses + 1 END
     WHERE tracking_no = $1 AND pickup_misses < $3
     RETURNING pickup_code = $2 AS "isRight", ($3 - pickup_misses)::int AS "triesLeft"`,
    [trackingNumber, code, MISSES_ALLOWED],
  );
  if (order) return order.isRight ? { is: 'right' } : { is: 'wrong', triesLeft: order.triesLeft };
  const known = await db.query('SELECT 1 FROM orders WHERE tracking_no = $1', [trackingNumber]);
  return known.length > 0 ? { is: 'locked' } : undefined;
}

/** @returns what was counted; undefined for an order that does not exist. */
export async function clearPickupMisses(
  tx: Queryable,
  trackingNumber: string,
): Promise<{ misses: number } | undefined> {
  const [cleared] = await tx.query<{ misses: number }>(
    `UPDATE orders o SET pickup_misses = 0
     FROM (SELECT id, pickup_misses FROM orders WHERE tracking_no = $1 FOR NO KEY UPDATE) before
     WHERE o.id = before.id RETURNING before.pickup_misses AS misses`,
    [trackingNumber],
  );
  return cleared;
}

/** Leaves a reminder for each shopper of goods that have been ready for these hours, and not much longer; once each. */
export async function enqueuePickupReminders(
  db: Queryable,
  afterHours: readonly number[],
  stillDueHours: number,
): Promise<void> {
  await db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload)
     SELECT 'notice', concat_ws(':', 'pickup', i.group_id, i.user_id, due.hours), jsonb_build_object(
       'fact', 'pickup_reminder', 'userId', i.user_id, 'groupId', i.group_id, 'hours', due.hours)
     FROM fulfilment_batches b
     CROSS JOIN unnest($1::int[]) AS due (hours)
     JOIN order_items i ON i.group_id = b.group_id
     JOIN orders o ON o.id = i.order_id AND o.centre_id = b.centre_id
     WHERE b.status = 'ready_for_pickup' AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo
       AND b.ready_at + due.hours * interval '1 hour' <= app_now()
       AND b.ready_at + (due.hours + $2) * interval '1 hour' > app_now()
     GROUP BY i.group_id, i.user_id, due.hours
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [afterHours, stillDueHours],
  );
}
