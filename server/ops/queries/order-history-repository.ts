import type { Queryable } from '../../db/database.ts';
import { getAuditActionTitle } from './audit/audit-action-titles.ts';
import { type PaymentHistoryEvent, readPaymentHistory } from './payment-history-repository.ts';

/** An event of an order, its payment, its groups or its goods. */
export interface OrderHistoryEvent extends PaymentHistoryEvent {
  /** Id of the group that the event happened to; null: it concerns the whole order. */
  groupId: string | null;
}

/** Reads everything that concerns an order, oldest first, except audit entries of operators who only viewed it. */
export async function readOrderHistory(
  db: Queryable,
  { trackingNumber, reference }: { trackingNumber: string; reference: string },
): Promise<OrderHistoryEvent[]> {
  const paid = await readPaymentHistory(db, reference);
  const own = await db.query<OrderHistoryEvent & { isAction: boolean }>(
    `WITH line AS (
       SELECT i.id, i.line_no, i.group_id, i.joined_at, c.code, g.product_snapshot ->> 'title' AS product
       FROM orders o JOIN order_items i ON i.order_id = o.id JOIN groups g ON g.id = i.group_id
         JOIN pickup_centres c ON c.id = o.centre_id
       WHERE o.tracking_no = $1),
     joined AS (SELECT DISTINCT ON (group_id) * FROM line ORDER BY group_id, joined_at),
     target AS (
       SELECT 'order:' || $1 AS target, NULL::uuid AS group_id, NULL::text AS of
       UNION ALL SELECT 'item:' || id, NULL, 'line ' || line_no FROM line
       UNION ALL SELECT 'batch:' || group_id || ':' || code, group_id, product FROM joined
       UNION ALL SELECT 'group:' || group_id, group_id, product FROM joined)
     SELECT h.created_at AS at, 'Group: ' || replace(h.to_status, '_', ' ') AS what, j.product AS details, NULL AS "by",
         h.group_id AS "groupId", false AS "isAction"
       FROM joined j JOIN group_history h ON h.group_id = j.group_id AND h.created_at >= j.joined_at
     UNION ALL SELECT a.created_at, a.action, concat_ws(', ', t.of, CASE WHEN a.action LIKE 'batch.%'
           THEN replace(concat_ws(' to ', a.before ->> 'status', a.after ->> 'status'), '_', ' ') END, a.reason), a.actor,
         t.group_id, true
       FROM target t JOIN audit_log a ON a.target = t.target
       -- A hand-out without a valid code is below with its line.
       WHERE a.action NOT LIKE '%.show' AND a.action <> 'item.given_without_proof' AND (t.group_id IS NULL OR a.created_at >=
         (SELECT joined_at FROM joined WHERE joined.group_id = t.group_id))
     UNION ALL SELECT h.created_at, 'Handed out without a valid code', 'line ' || l.line_no, h.given_by, NULL, false
       FROM line l JOIN unproven_hand_outs h ON h.item_id = l.id`,
    [trackingNumber],
  );
  const events = [
    ...paid.map((event) => ({ ...event, groupId: null })),
    ...own.map(({ isAction, what, ...event }) => ({
      ...event,
      what: isAction ? getAuditActionTitle(what) : what,
    })),
  ];
  return events.sort((one, other) => one.at.getTime() - other.at.getTime());
}
