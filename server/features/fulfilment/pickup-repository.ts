import {
  formatOpeningTimesWithHolidays,
  type HolidayReasonsByDay,
} from '#contract/rules/pickup/opening-hours.ts';
import type { Queryable } from '../../db/database.ts';

export interface UncollectedOrderLineRow {
  surname: string;
  name: string;
  phone: string | null;
  trackingNumber: string;
  product: string;
  unit: string | null;
  quantity: number;
  readyAt: Date;
  collectBy: Date;
  /** Full days since the goods became ready. */
  daysWaiting: number;
  isOverdue: boolean;
  /** Whether the goods can be collected now; false while the order line's group is in review. */
  canCollect: boolean;
  line: number;
  centre: string;
  centreName: string;
  /** Address and city of the pickup centre. */
  centrePlace: string;
  /** Opening hours with the coming holidays. */
  centreHours: string;
  /** Time of the last message that an operator sent about this order line since the goods became ready; null: none. */
  writtenAt: Date | null;
  writtenBy: string | null;
}

/**
 * Finds uncollected goods at the given pickup centres, sorted by the shoppers' surnames.
 * @param centreCodes null: all centres.
 */
export async function findUncollectedOrderLines(
  db: Queryable,
  centreCodes: readonly string[] | null,
): Promise<UncollectedOrderLineRow[]> {
  const rows = await db.query<UncollectedOrderLineRow & { holidays: HolidayReasonsByDay; now: Date }>(
    `SELECT regexp_replace(u.name, '^.*\\s', '') AS surname, u.name, u.phone, o.tracking_no AS "trackingNumber",
       g.product_snapshot ->> 'title' AS product,
       unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity, w.ready_at AS "readyAt",
       w.collect_by AS "collectBy", c.holidays, app_now() AS now,
       floor(extract(epoch FROM app_now() - w.ready_at) / 86400)::int AS "daysWaiting",
       w.is_overdue AS "isOverdue", w.can_collect AS "canCollect", i.line_no AS line, c.code AS centre,
       c.name AS "centreName", CASE WHEN strpos(lower(c.address), lower(c.city)) > 0 THEN c.address ELSE concat_ws(', ', c.address, c.city) END
         AS "centrePlace", c.hours AS "centreHours",
       m.written_at AS "writtenAt", m.written_by AS "writtenBy"
     FROM owed_lines w JOIN order_items i ON i.id = w.item_id JOIN orders o ON o.id = w.order_id
       JOIN users u ON u.id = w.user_id JOIN groups g ON g.id = w.group_id
       JOIN pickup_centres c ON c.id = w.centre_id
       LEFT JOIN pickup_messages m ON m.item_id = w.item_id AND m.written_at >= w.ready_at
     WHERE $1::text[] IS NULL OR c.code = ANY ($1)
     ORDER BY lower(regexp_replace(u.name, '^.*\\s', '')), u.name, o.tracking_no, i.line_no`,
    [centreCodes],
  );
  return rows.map(({ holidays, now, ...row }) => ({
    ...row,
    centreHours: formatOpeningTimesWithHolidays({ hours: row.centreHours, holidays }, now),
  }));
}

export interface SentPickupMessage {
  trackingNumber: string;
  line: number;
  writtenAt: Date;
}

/** Stores that messages were sent about uncollected goods. Only the latest message of each order line is stored. */
export async function storeSentPickupMessages(
  tx: Queryable,
  lines: readonly { trackingNumber: string; line: number }[],
  actor: string,
): Promise<SentPickupMessage[]> {
  return tx.query<SentPickupMessage>(
    `WITH written AS (
       INSERT INTO pickup_messages AS m (item_id, written_by)
       SELECT w.item_id, $2 FROM jsonb_to_recordset($1::jsonb) AS l ("trackingNumber" text, line int)
         JOIN orders o ON o.tracking_no = l."trackingNumber"
         JOIN owed_lines w ON w.order_id = o.id AND w.line_no = l.line
       GROUP BY w.item_id ORDER BY w.item_id
       ON CONFLICT (item_id) DO UPDATE SET written_by = excluded.written_by, written_at = app_now()
       RETURNING m.item_id, m.written_at)
     SELECT o.tracking_no AS "trackingNumber", i.line_no AS line, m.written_at AS "writtenAt"
     FROM written m JOIN order_items i ON i.id = m.item_id JOIN orders o ON o.id = i.order_id ORDER BY 1, 2`,
    [JSON.stringify(lines), actor],
  );
}

export async function isPickupCentreCode(db: Queryable, code: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM pickup_centres WHERE code = $1', [code])).length > 0;
}

const MISSES_ALLOWED = 5;

export type PickupCodeCheckResult = { is: 'right' } | { is: 'wrong'; triesLeft: number } | { is: 'locked' };

/**
 * Checks a pickup code. A wrong code is counted, and a correct one resets the count.
 * @returns undefined for an unknown order.
 */
export async function checkPickupCode(
  db: Queryable,
  trackingNumber: string,
  code: string,
): Promise<PickupCodeCheckResult | undefined> {
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

/** Resets the count of wrong pickup codes. @returns the previous count; undefined for an unknown order. */
export async function resetWrongPickupCodeCount(
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

/**
 * Enqueues a reminder at each of these numbers of hours since the goods became ready. A batch that was moved back
 * reminds again.
 */
export async function enqueuePickupReminders(
  db: Queryable,
  afterHours: readonly number[],
  stillDueHours: number,
): Promise<void> {
  await db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload)
     SELECT 'notice', concat_ws(':', 'pickup', i.group_id, i.user_id, due.hours, b.round),
       jsonb_strip_nulls(jsonb_build_object('fact', 'pickup_reminder',
         'userId', i.user_id, 'groupId', i.group_id, 'hours', due.hours, 'round', b.round,
         'readyAt', min(i.ready_at), 'collectBy', min(i.collect_by)))
     FROM owed_lines i
     CROSS JOIN LATERAL (SELECT nullif(max(times_taken_back), 0) AS round FROM fulfilment_batches
       WHERE group_id = i.group_id AND centre_id = i.centre_id) b
     CROSS JOIN unnest($1::int[]) AS due (hours)
     WHERE i.can_collect AND i.ready_at + due.hours * interval '1 hour' <= app_now()
       AND i.ready_at + (due.hours + $2) * interval '1 hour' > app_now()
     GROUP BY i.group_id, i.user_id, due.hours, b.round
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [afterHours, stillDueHours],
  );
}
