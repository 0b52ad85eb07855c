import { LIST_ROWS_MAX } from '#contract/limits.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { OrderPaymentSource } from '#contract/schemas/ops/orders.ts';
import type { Queryable } from '../../db/database.ts';
import { buildOrderQueryParts, ORDER_LINE_STAGE_SQL, type OrderFilter } from './order-filter.ts';
import type { OrderForOperatorRow } from './order-repository.ts';

/** An order in the operators' list. Amounts are in kobo. */
export interface OrderListRow extends Omit<OrderForOperatorRow, 'totalKobo' | 'wrongCodes'> {
  paid: OrderPaymentSource;
  paidInKobo: number;
  walletKobo: number;
  cardKobo: number;
  paidBackKobo: number;
  /** Stage of each order line, in the order of the lines. */
  stages: GroupStatus[];
  isOverdue: boolean;
  goods: string[];
}

interface OrderPage extends OrderFilter {
  /** Tracking number of the last order of the previous page. */
  after?: string | undefined;
  limit: number;
}

/**
 * Lists matching orders, newest first. PostgreSQL's planner sees a constant limit, so that it expects few rows. A
 * subquery hides the page's own limit, so that one cached plan serves every page.
 */
export function findOrders(db: Queryable, { after, limit, ...filter }: OrderPage): Promise<OrderListRow[]> {
  const { from, keys, conditions, values } = buildOrderQueryParts(filter, after);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const [time, id] = keys;
  return db.query<OrderListRow>(
    `SELECT o.tracking_no AS "trackingNumber", o.created_at AS "createdAt", o.user_id AS "userId", u.name AS shopper,
       c.code AS centre, c.name AS "centreName", p.reference, CASE p.method WHEN 'wallet_only' THEN 'wallet'
         WHEN 'flutterwave_only' THEN 'card' ELSE 'wallet_and_card' END AS paid,
       o.total_kobo AS "paidInKobo", p.wallet_kobo AS "walletKobo", p.card_kobo AS "cardKobo", l.*
     FROM (SELECT * FROM (
           SELECT DISTINCT ON (${time}, ${id}) ${time} AS at, ${id} AS id FROM ${from} ${where}
           ORDER BY ${time} DESC, ${id} DESC LIMIT ${Math.max(limit, LIST_ROWS_MAX)}) newest
         LIMIT (SELECT $${values.push(limit)}::int)) page
       JOIN orders o ON o.id = page.id JOIN users u ON u.id = o.user_id
       JOIN pickup_centres c ON c.id = o.centre_id JOIN payments p ON p.id = o.payment_id
       CROSS JOIN LATERAL (
         SELECT sum(i.refunded_kobo)::bigint AS "paidBackKobo",
           array_agg(${ORDER_LINE_STAGE_SQL} ORDER BY i.line_no) AS stages,
           bool_or((SELECT w.is_overdue FROM owed_lines w WHERE w.item_id = i.id)) IS TRUE AS "isOverdue",
           array_agg(i.quantity || ' x ' || (g.product_snapshot ->> 'title')
             || coalesce(' (' || unit_title(g.product_snapshot, i.unit_name) || ')', '') ORDER BY i.line_no) AS goods
         FROM order_items i JOIN groups g ON g.id = i.group_id
           LEFT JOIN fulfilment_batches b ON b.group_id = i.group_id AND b.centre_id = o.centre_id
         WHERE i.order_id = o.id) l
     ORDER BY page.at DESC, page.id DESC`,
    values,
  );
}
