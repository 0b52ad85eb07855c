import type { WaitingWorkKind } from '#contract/schemas/ops/dashboard.ts';
import type { Queryable } from '../../db/database.ts';
import { buildLagosDayStartSql } from '../../ledger/ledger-days.ts';
import {
  IS_ORDER_LINE_OVERDUE_SQL,
  IS_PICKUP_NOTIFICATION_MISSING_SQL,
  OPEN_ORDER_LINES_SQL,
} from './order-filter.ts';

/** A kind of work that waits for an operator. */
export interface PendingOperatorWorkRow {
  kind: WaitingWorkKind;
  what: string;
  count: number;
  /** Total amount of the items that wait, in kobo; null: this kind of work concerns no money. */
  kobo: number | null;
  oldestAt: Date | null;
  /** Command that lists the items of this kind of work. */
  command: string;
  /** Code of the pickup centre at which the goods are; null: work of the whole shop. */
  centre: string | null;
  centreName: string | null;
  /** Number of orders that the centre can hand out per day; null: unknown, or other work. */
  ordersPerDay: number | null;
}

/** Hours before its deadline at which a group that lacks its minimum is listed as work for an operator. */
export const GROUP_AT_RISK_HOURS_LEFT = 24;

/**
 * Reads work that waits for an operator, without packing, transport and handing out.
 * @param centres codes of the pickup centres to which the operator is limited; null: all.
 */
export async function readPendingBackOfficeWork(
  db: Queryable,
  centres: readonly string[] | null = null,
): Promise<PendingOperatorWorkRow[]> {
  return db.query<PendingOperatorWorkRow>(
    `SELECT kind, what, count, kobo::bigint AS kobo, "oldestAt", command, NULL AS centre, NULL AS "centreName",
       NULL AS "ordersPerDay" FROM (
       SELECT 'recovery' AS kind, 'Recovery requests' AS what, count(*)::int AS count, NULL::numeric AS kobo,
           min(created_at) AS "oldestAt", 'recovery list' AS command
         FROM recovery_requests WHERE status = 'open'
       UNION ALL SELECT 'approval', 'Actions waiting for approval', count(*)::int, sum(amount_kobo), min(created_at),
           'approval list'
         FROM operator_proposals WHERE status = 'open' AND expires_at > app_now()
       UNION ALL SELECT 'review', 'Groups under review', count(*)::int,
           (SELECT sum(i.paid_kobo - i.refunded_kobo) FROM order_items i
            WHERE i.group_id = ANY (array_agg(g.id)) AND i.refunded_kobo < i.paid_kobo), min(review_due), 'group list'
         FROM groups g WHERE status = 'manual_review'
       UNION ALL SELECT 'closing', 'Groups about to miss their minimum', count(*)::int,
           (SELECT sum(i.paid_kobo - i.refunded_kobo) FROM order_items i
            WHERE i.group_id = ANY (array_agg(g.id)) AND i.refunded_kobo < i.paid_kobo), min(deadline), 'group list'
         FROM groups g WHERE status = 'active' AND kind = 'open' AND participant_count > 0 AND units_sold < min_units
           AND deadline <= app_now() + make_interval(hours => ${GROUP_AT_RISK_HOURS_LEFT})
       UNION ALL SELECT 'reconciliation', 'Reconciliation items', count(*)::int, NULL, min(created_at), 'recon list'
         FROM recon_items WHERE status = 'open'
       UNION ALL SELECT 'unproven', 'Goods handed out without a valid code', count(*)::int,
           sum(i.paid_kobo - i.refunded_kobo), min(h.created_at), 'item unproven'
         FROM unproven_hand_outs h JOIN order_items i ON i.id = h.item_id JOIN orders o ON o.id = i.order_id
           JOIN pickup_centres c ON c.id = o.centre_id
         WHERE outcome IS NULL AND ($1::text[] IS NULL OR c.code = ANY ($1))
       UNION ALL SELECT 'alarm', 'Alarms', count(*)::int, NULL, min(raised_at), 'alarm list'
         FROM alarms WHERE over_at IS NULL
       UNION ALL SELECT 'dead_task', 'Failed tasks', count(*)::int, NULL, min(dead_at), 'outbox dead'
         FROM outbox WHERE dead_at IS NOT NULL AND done_at IS NULL
       UNION ALL SELECT 'failed_job', 'Failed jobs (' || string_agg(job, ', ' ORDER BY finished_at) || ')',
           count(*)::int, NULL, min(finished_at), 'job list'
         FROM job_runs WHERE NOT ok
       UNION ALL SELECT 'incomplete', 'Products on sale without picture or description', count(*)::int, NULL,
           min(updated_at), 'product list'
         FROM products WHERE active AND (images = '{}' OR description = '')
     ) waiting WHERE count > 0 AND ($1::text[] IS NULL OR kind = 'unproven')`,
    [centres],
  );
}

/**
 * Counts the orders whose goods wait for an operator, by next step and pickup centre.
 * @param centres codes of the pickup centres to which the operator is limited; null: all.
 */
export async function readPendingFulfilmentWork(
  db: Queryable,
  centres: readonly string[] | null = null,
): Promise<PendingOperatorWorkRow[]> {
  return db.query<PendingOperatorWorkRow>(
    `WITH line AS MATERIALIZED (
       SELECT i.order_id, i.centre_id, i.owed_kobo, i.stage, i.since,
         ${IS_ORDER_LINE_OVERDUE_SQL} AS is_overdue, ${IS_PICKUP_NOTIFICATION_MISSING_SQL} AS is_unreached
       FROM ${OPEN_ORDER_LINES_SQL} i
       WHERE i.stage IN ('secured', 'processing', 'packaging', 'ready_for_pickup', 'manual_review'))
     SELECT step.kind, step.what, count(DISTINCT l.order_id)::int AS count, sum(l.owed_kobo)::bigint AS kobo,
       min(l.since) AS "oldestAt", step.command, c.code AS centre, c.name AS "centreName",
       CASE WHEN step.kind IN ('move', 'hand_out') THEN c.orders_per_day END AS "ordersPerDay"
     FROM line l JOIN pickup_centres c ON c.id = l.centre_id CROSS JOIN LATERAL (
       SELECT 'buy' AS kind, 'Orders with goods to buy' AS what, 'pickup buy' AS command WHERE l.stage = 'secured'
       UNION ALL SELECT 'pack', 'Orders to pack', 'order list' WHERE l.stage = 'processing'
       UNION ALL SELECT 'move', 'Orders to bring to the centre', 'order list' WHERE l.stage = 'packaging'
       UNION ALL SELECT 'tell', 'Orders ready, shopper not messaged', 'order list' WHERE l.is_unreached
       UNION ALL SELECT 'hand_out', 'Orders ready to hand out', 'order list' WHERE l.stage = 'ready_for_pickup'
       UNION ALL SELECT 'overdue', 'Pickups overdue', 'order list' WHERE l.is_overdue) step
     WHERE $1::text[] IS NULL OR c.code = ANY ($1)
     GROUP BY 1, 2, step.command, c.code, c.name, c.orders_per_day ORDER BY c.name, c.code`,
    [centres],
  );
}

/** Counts groups by the hour in which their deadline falls, starting with the next hour. */
export async function countGroupsByDeadlineHour(
  db: Queryable,
  hours: number,
): Promise<{ inHours: number; groups: number }[]> {
  return db.query<{ inHours: number; groups: number }>(
    `SELECT n AS "inHours", count(g.id)::int AS groups FROM generate_series(1, $1::int) n
       LEFT JOIN groups g ON g.status = 'active' AND g.kind = 'open'
         AND g.deadline > app_now() + make_interval(hours => n - 1)
         AND g.deadline <= app_now() + make_interval(hours => n)
     GROUP BY n ORDER BY n`,
    [hours],
  );
}

/** Orders, money, payment attempts and new shoppers of one day in Lagos. Amounts are in kobo. */
export interface DailyOrdersAndMoneyRow {
  day: string;
  orders: number;
  paidInKobo: number;
  paidBackKobo: number;
  attempts: number;
  newShoppers: number;
}

const TODAY = `(app_now() AT TIME ZONE 'Africa/Lagos')::date`;
/**
 * SQL for the start of the first day. Each part of the query repeats it, because PostgreSQL cannot estimate rows from a
 * CTE.
 */
const SINCE = buildLagosDayStartSql(`${TODAY} - $1::int + 1`);
const LAGOS_DAY = (time: string) => `(${time} AT TIME ZONE 'Africa/Lagos')::date`;

/** Reads the last `days` days, today last. Amounts are sums of ledger postings, as in the monthly report. */
export async function readDailyOrdersAndMoney(
  db: Queryable,
  days: number,
): Promise<DailyOrdersAndMoneyRow[]> {
  return db.query<DailyOrdersAndMoneyRow>(
    `WITH moved AS (
       SELECT ${LAGOS_DAY('t.created_at')} AS day,
         sum(e.amount_kobo) FILTER (WHERE t.kind = 'order_payment') AS paid_in,
         -sum(e.amount_kobo) FILTER (WHERE t.kind <> 'order_payment') AS paid_back
       FROM ledger_tx t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
       WHERE t.created_at >= ${SINCE} AND t.kind IN ('order_payment', 'group_refund', 'item_refund')
         AND (a.kind = 'escrow' OR a.code = 'sales') GROUP BY 1),
     ordered AS (
       SELECT ${LAGOS_DAY('created_at')} AS day, count(*)::int AS orders FROM orders WHERE created_at >= ${SINCE} GROUP BY 1),
     tried AS (
       SELECT ${LAGOS_DAY('created_at')} AS day, count(*)::int AS attempts FROM payments WHERE created_at >= ${SINCE} GROUP BY 1),
     joined AS (
       SELECT ${LAGOS_DAY('created_at')} AS day, count(*)::int AS shoppers FROM users WHERE created_at >= ${SINCE} GROUP BY 1)
     SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(o.orders, 0) AS orders,
       coalesce(m.paid_in, 0)::bigint AS "paidInKobo", coalesce(m.paid_back, 0)::bigint AS "paidBackKobo",
       coalesce(p.attempts, 0) AS attempts, coalesce(j.shoppers, 0) AS "newShoppers"
     FROM (SELECT ${TODAY} - n AS day FROM generate_series(0, $1::int - 1) n) d
       LEFT JOIN moved m USING (day) LEFT JOIN ordered o USING (day) LEFT JOIN tried p USING (day)
       LEFT JOIN joined j USING (day)
     ORDER BY d.day`,
    [days],
  );
}
