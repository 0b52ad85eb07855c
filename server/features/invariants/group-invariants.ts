import { LATE_PAYMENT_GRACE_MINUTES, NOTIFICATIONS_PER_SHOPPER_MAX } from '#contract/limits.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import { SHOP_TIME_FOR_DEADLINES_SQL } from '../../db/clock-offset.ts';
import { type Invariant, OUTBOX_ROW_IS_PENDING_SQL } from './invariant.ts';

const STAGES = FULFILMENT_STAGES.map((stage) => `'${stage}'`).join(', ');
const LATE_JOINS = `interval '${LATE_PAYMENT_GRACE_MINUTES} minutes'`;

export const groupInvariants: readonly Invariant[] = [
  {
    name: 'I5',
    description: 'Units and participants of a group are those of its counted items',
    sql: `SELECT 'group ' || g.id || ': ' || g.units_sold || ' units, ' || g.participant_count || ' members' AS breach
          FROM judged_groups g
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(units), 0) AS units, count(DISTINCT user_id) AS members
            FROM order_items WHERE group_id = g.id AND counted) i ON true
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(units), 0) AS units, count(*) FILTER (WHERE units > 0) AS members
            FROM group_members WHERE group_id = g.id) m ON true
          WHERE (g.units_sold, g.participant_count, g.units_sold, g.participant_count)
            IS DISTINCT FROM (i.units, i.members, m.units, m.members)
          UNION ALL
          SELECT 'item ' || i.id || ' is paid back and counts in a forming group'
          FROM judged_groups g JOIN order_items i ON i.group_id = g.id
          WHERE g.status = 'active' AND i.counted AND i.refunded_kobo = i.paid_kobo`,
  },
  {
    name: 'I6',
    description: 'An active group lacks units; a successful or secured one has its minimum',
    sql: `SELECT 'group ' || id || ' (' || status || '): ' || units_sold || ' of ' || min_units AS breach
          FROM judged_groups
          WHERE coalesce(review_from, status) = 'active' AND units_sold >= min_units
             OR coalesce(review_from, status) IN ('successful', ${STAGES}) AND units_sold < min_units`,
  },
  {
    name: 'I10',
    description: 'At most one group of a product can be joined, and only an active one',
    sql: `SELECT 'product ' || product_id || ': ' || count(*) || ' joinable groups' AS breach
          FROM groups WHERE joinable AND kind = 'open' GROUP BY product_id HAVING count(*) > 1
          UNION ALL SELECT 'group ' || id || ' is joinable and ' || status FROM judged_groups
          WHERE joinable AND (status <> 'active' OR kind <> 'open')`,
  },
  {
    name: 'I16',
    description:
      'What an item was paid back is what the ledger paid; a refunded group owes nothing that was not collected',
    sql: `SELECT 'item ' || i.id || ': refunded ' || i.refunded_kobo || ', posted ' || coalesce(r.posted, 0) AS breach
          FROM judged_order_items i
          LEFT JOIN LATERAL (
            SELECT sum(e.amount_kobo) AS posted FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id
              JOIN wallets w ON w.account_id = e.account_id
            WHERE t.kind IN ('group_refund', 'item_refund') AND split_part(t.ref, ':', 1) = i.id::text
              AND w.user_id = i.user_id) r ON true
          WHERE i.refunded_kobo <> coalesce(r.posted, 0)
          UNION ALL
          SELECT 'item ' || i.id || ' of a refunded group: ' || i.refunded_kobo || ' of ' || i.paid_kobo
          FROM judged_groups g JOIN order_items i ON i.group_id = g.id
          WHERE g.status = 'refunded' AND i.refunded_kobo <> i.paid_kobo AND i.collected_at IS NULL`,
  },
  {
    name: 'I17',
    description: 'No group outlives its deadline, its success or its review',
    sql: `SELECT 'group ' || id || ' is still ' || status AS breach
          FROM groups, (SELECT ${SHOP_TIME_FOR_DEADLINES_SQL} - interval '1 minute' AS now) judged
          WHERE id IN (SELECT id FROM judged_groups) AND (
            status = 'active' AND deadline + ${LATE_JOINS} < judged.now
            OR status = 'successful' AND succeeded_at + ${LATE_JOINS} < judged.now
            OR status = 'manual_review' AND review_due < judged.now AND is_short(groups))`,
  },
  {
    name: 'I20',
    description: 'Each member of a successful group has exactly one Group Buy Secured notification',
    sql: `SELECT 'group ' || g.id || ' member ' || m.user_id || ': ' || count(n.id) || ' notices' AS breach
          FROM judged_groups g JOIN group_members m ON m.group_id = g.id AND m.units > 0
            JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
          LEFT JOIN notifications n ON n.user_id = m.user_id AND n.dedupe_key = 'group:' || g.id || ':successful'
          WHERE g.kind = 'open' AND g.succeeded_at IS NOT NULL
            -- A shopper with many notifications may lack this one, because the oldest are deleted.
            AND (n.id IS NOT NULL OR (
              SELECT count(*) FROM notifications WHERE user_id = m.user_id) < ${NOTIFICATIONS_PER_SHOPPER_MAX})
            AND NOT EXISTS (
              SELECT FROM outbox o WHERE ${OUTBOX_ROW_IS_PENDING_SQL} AND o.payload ->> 'groupId' = g.id::text
                AND (o.topic = 'group.successful' OR o.topic = 'notice' AND o.payload ->> 'userId' = m.user_id::text))
          GROUP BY g.id, m.user_id HAVING count(n.id) <> 1`,
  },
  {
    name: 'I21',
    description: 'The history of a group contains only allowed moves and ends at its status',
    sql: `SELECT 'group ' || h.group_id || ': ' || coalesce(h.from_status, 'none') || ' to ' || h.to_status AS breach
          FROM (SELECT *, lag(to_status) OVER (PARTITION BY group_id ORDER BY id) AS before FROM group_history
                WHERE group_id IN (SELECT id FROM judged_groups)) h
          WHERE h.from_status IS DISTINCT FROM h.before
             OR h.from_status IS NOT NULL AND NOT EXISTS (
               SELECT FROM group_moves m WHERE m.from_status = h.from_status AND m.to_status = h.to_status)
          UNION ALL
          SELECT 'group ' || g.id || ' is ' || g.status || ' beside its history' FROM judged_groups g
          WHERE g.status IS DISTINCT FROM
            (SELECT to_status FROM group_history h WHERE h.group_id = g.id ORDER BY id DESC LIMIT 1)`,
  },
  {
    name: 'I22',
    description:
      'The items of an order are the lines that were paid, less what their buyer gave up for money back',
    sql: `SELECT 'order ' || o.tracking_no AS breach
          FROM judged_orders o JOIN payments p ON p.id = o.payment_id
          WHERE EXISTS (
            SELECT FROM (SELECT * FROM order_items WHERE order_id = o.id) i
            FULL JOIN (SELECT * FROM payment_lines WHERE payment_id = o.payment_id) l ON l.line_no = i.line_no
            WHERE (i.product_id, i.mode, i.base_unit_qty, i.paid_kobo, i.user_id)
              IS DISTINCT FROM (l.product_id, l.mode, l.base_unit_qty, l.line_total_kobo, p.user_id)
              OR i.quantity <> l.quantity AND NOT (i.quantity < l.quantity AND EXISTS (
                SELECT FROM ledger_tx WHERE kind = 'item_refund' AND ref = i.id || ':less:' || i.quantity))
              OR i.unit_name IS DISTINCT FROM l.unit_name OR i.joined_at IS DISTINCT FROM o.created_at)
          UNION ALL
          SELECT 'item ' || i.id || ' lies in a group of another product or kind'
          FROM judged_order_items i LEFT JOIN groups g ON g.id = i.group_id
          WHERE (g.product_id, g.kind) IS DISTINCT FROM (i.product_id, CASE i.mode WHEN 'solo' THEN 'solo' ELSE 'open' END)
          UNION ALL
          SELECT 'item ' || id || ' does not count, but was not paid back' FROM judged_order_items
          WHERE NOT counted AND refunded_kobo < paid_kobo`,
  },
];
