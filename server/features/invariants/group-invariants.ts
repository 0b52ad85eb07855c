import { LATE_JOIN_MINUTES, REFERRAL_GROUP_SIZE } from '#contract/limits.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group-status.ts';
import type { Invariant } from './invariant.ts';

const STAGES = FULFILMENT_STAGES.map((stage) => `'${stage}'`).join(', ');
const LATE_JOINS = `interval '${LATE_JOIN_MINUTES} minutes'`;

/**
 * Laws of groups, orders, refunds and referrals. Those that a job or the outbox makes true shortly after the fact
 * leave out what still waits there, and everything for a minute after somebody moved the clock.
 */
export const groupInvariants: readonly Invariant[] = [
  {
    name: 'I5',
    law: 'Units and participants of a group are those of its counted items',
    sql: `SELECT 'group ' || g.id || ': ' || g.units_sold || ' units, ' || g.participant_count || ' members' AS breach
          FROM groups g
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(units), 0) AS units, count(DISTINCT user_id) AS members
            FROM order_items WHERE group_id = g.id AND counted) i ON true
          LEFT JOIN LATERAL (
            SELECT coalesce(sum(units), 0) AS units, count(*) FILTER (WHERE units > 0) AS members
            FROM group_members WHERE group_id = g.id) m ON true
          WHERE (g.units_sold, g.participant_count, g.units_sold, g.participant_count)
            IS DISTINCT FROM (i.units, i.members, m.units, m.members)`,
  },
  {
    name: 'I6',
    law: 'An active group lacks units; a successful or secured one has its minimum',
    sql: `SELECT 'group ' || id || ' (' || status || '): ' || units_sold || ' of ' || min_units AS breach
          FROM groups
          WHERE status = 'active' AND units_sold >= min_units
             OR status IN ('successful', ${STAGES})
                AND units_sold < min_units`,
  },
  {
    name: 'I10',
    law: 'At most one group of a product can be joined, and only an active one',
    sql: `SELECT 'product ' || product_id || ': ' || count(*) || ' joinable groups' AS breach
          FROM groups WHERE joinable AND kind = 'open' GROUP BY product_id HAVING count(*) > 1
          UNION ALL SELECT 'group ' || id || ' is joinable and ' || status FROM groups
          WHERE joinable AND (status <> 'active' OR kind <> 'open')`,
  },
  {
    name: 'I16',
    law: 'What an item was paid back is what the ledger paid; a refunded group owes nothing that was not collected',
    sql: `SELECT 'item ' || i.id || ': refunded ' || i.refunded_kobo || ', posted ' || coalesce(r.posted, 0) AS breach
          FROM order_items i
          LEFT JOIN (
            SELECT split_part(t.ref, ':', 1)::bigint AS item_id, a.user_id, sum(e.amount_kobo) AS posted
            FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id
              JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'wallet'
            WHERE t.kind IN ('group_refund', 'item_refund')
            GROUP BY 1, 2) r ON r.item_id = i.id AND r.user_id = i.user_id
          WHERE i.refunded_kobo <> coalesce(r.posted, 0)
          UNION ALL
          SELECT 'item ' || i.id || ' of a refunded group: ' || i.refunded_kobo || ' of ' || i.paid_kobo
          FROM groups g JOIN order_items i ON i.group_id = g.id
          WHERE g.status = 'refunded' AND i.refunded_kobo <> i.paid_kobo AND i.collected_at IS NULL`,
  },
  {
    name: 'I17',
    law: 'No group outlives its deadline, its success or its review',
    sql: `SELECT 'group ' || id || ' is still ' || status AS breach
          FROM groups, (SELECT app_now() - interval '1 minute' AS now) judged
          WHERE (status = 'active' AND deadline + ${LATE_JOINS} < judged.now
                 OR status = 'successful' AND succeeded_at + ${LATE_JOINS} < judged.now
                 OR status = 'manual_review' AND review_due < judged.now AND is_short(groups))
            AND NOT EXISTS (SELECT FROM settings
                            WHERE key = 'clock_offset' AND updated_at > now() - interval '1 minute')`,
  },
  {
    name: 'I18',
    law: 'Rounds are paid in order, once, at the bonus of their day, when as many referrals each have counted',
    sql: `SELECT 'referrer ' || r.referrer_id || ' round ' || r.round_no AS breach
          FROM referral_rounds r
          LEFT JOIN ledger_tx t ON t.id = r.ledger_tx_id
          LEFT JOIN ledger_entries e ON e.tx_id = t.id AND e.amount_kobo > 0
          WHERE t.kind IS DISTINCT FROM 'referral_bonus' OR t.ref <> r.referrer_id || ':' || r.round_no
             OR e.amount_kobo <> r.bonus_kobo
          UNION ALL
          SELECT 'referrer ' || referrer_id || ': ' || rounds.paid || ' rounds, ' || counted.ever || ' ever counted'
          FROM (SELECT referrer_id, count(*) AS paid, max(round_no) AS last, sum(group_size) AS referrals
                FROM referral_rounds GROUP BY referrer_id) rounds
          LEFT JOIN LATERAL (SELECT count(*) AS ever FROM referrals f
                WHERE f.referrer_id = rounds.referrer_id AND f.qualified_at IS NOT NULL) counted ON true
          WHERE rounds.paid <> rounds.last OR rounds.referrals > counted.ever
          UNION ALL
          SELECT 'referrer ' || referrer_id || ' is owed a round'
          FROM referrals JOIN users u ON u.id = referrer_id AND u.deleted_at IS NULL
          WHERE qualified_at IS NOT NULL AND reversed_at IS NULL AND flags = '{}'
            AND NOT EXISTS (SELECT FROM outbox WHERE topic = 'referral' AND done_at IS NULL AND dead_at IS NULL)
          GROUP BY referrer_id
          HAVING count(*) / ${REFERRAL_GROUP_SIZE} > (SELECT count(*) FROM referral_rounds p WHERE p.referrer_id = referrals.referrer_id)`,
  },
  {
    name: 'I19',
    law: 'A refunded or failed purchase alone never counts a referral',
    sql: `SELECT 'referral of ' || f.referee_id AS breach FROM referrals f
          WHERE f.qualified_at IS NOT NULL AND f.reversed_at IS NULL
            AND NOT EXISTS (SELECT FROM outbox WHERE topic = 'referral' AND done_at IS NULL AND dead_at IS NULL)
            AND NOT EXISTS (
              SELECT FROM order_items i JOIN groups g ON g.id = i.group_id
              WHERE i.user_id = f.referee_id AND i.counted AND i.refunded_kobo < i.paid_kobo
                AND coalesce(g.review_from, g.status) IN (${STAGES}))`,
  },
  {
    name: 'I20',
    law: 'Each member of a successful group has exactly one Group Buy Secured notice',
    sql: `SELECT 'group ' || g.id || ' member ' || m.user_id || ': ' || count(n.id) || ' notices' AS breach
          FROM groups g JOIN group_members m ON m.group_id = g.id AND m.units > 0
            JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
          LEFT JOIN notifications n ON n.user_id = m.user_id AND n.category = 'group_buy'
            AND n.data ->> 'groupId' = g.id::text AND n.data ->> 'status' = 'successful'
          WHERE g.kind = 'open' AND g.status IN ('successful', 'secured')
            AND g.succeeded_at > app_now() - interval '1 day'
            AND NOT EXISTS (SELECT FROM outbox o WHERE o.done_at IS NULL AND o.dead_at IS NULL AND o.payload ->> 'groupId' = g.id::text)
          GROUP BY g.id, m.user_id HAVING count(n.id) <> 1`,
  },
  {
    name: 'I21',
    law: 'The history of a group contains only allowed moves and ends at its status',
    sql: `SELECT 'group ' || h.group_id || ': ' || coalesce(h.from_status, 'none') || ' to ' || h.to_status AS breach
          FROM (SELECT *, lag(to_status) OVER (PARTITION BY group_id ORDER BY id) AS before FROM group_history) h
          WHERE h.from_status IS DISTINCT FROM h.before
             OR h.from_status IS NOT NULL AND NOT EXISTS (
               SELECT FROM group_moves m WHERE m.from_status = h.from_status AND m.to_status = h.to_status)
          UNION ALL
          SELECT 'group ' || g.id || ' is ' || g.status || ' beside its history' FROM groups g
          WHERE g.status IS DISTINCT FROM
            (SELECT to_status FROM group_history h WHERE h.group_id = g.id ORDER BY id DESC LIMIT 1)`,
  },
  {
    name: 'I22',
    law: 'The items of an order are the lines that were paid',
    sql: `SELECT 'order ' || o.tracking_no AS breach
          FROM orders o JOIN payments p ON p.id = o.payment_id
          WHERE EXISTS (
            SELECT FROM (SELECT * FROM order_items WHERE order_id = o.id) i
            FULL JOIN (SELECT * FROM payment_lines WHERE payment_id = o.payment_id) l ON l.line_no = i.line_no
            WHERE (i.product_id, i.mode, i.quantity, i.base_unit_qty, i.paid_kobo, i.user_id)
              IS DISTINCT FROM (l.product_id, l.mode, l.quantity, l.base_unit_qty, l.line_total_kobo, p.user_id)
              OR i.unit_name IS DISTINCT FROM l.unit_name)`,
  },
];
