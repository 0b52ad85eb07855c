import type { GroupStatus } from '#contract/schemas/group.ts';
import type { OrderPaymentSource } from '#contract/schemas/ops/orders.ts';
import { buildLagosDayStartSql } from '../../ledger/ledger-days.ts';
import { buildShopperIdsByNameSql } from './name-condition.ts';
import { parseGlobalSearchTerms } from './search-terms.ts';

/** Filters of the order list. All conditions on a line must hold for the same line. */
export interface OrderFilter {
  /** The search text, as typed. */
  q?: string | undefined;
  status?: GroupStatus | undefined;
  centre?: string | undefined;
  /** Codes of the pickup centres to which the operator is limited; null or absent: all centres. */
  centres?: readonly string[] | null;
  product?: string | undefined;
  group?: string | undefined;
  /** First and last day in Lagos, `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  paid?: OrderPaymentSource | undefined;
  refunded?: boolean | undefined;
  overdue?: boolean | undefined;
  unreached?: boolean | undefined;
}

/** SQL for the stage of order line `i`, named like the statuses of groups. It reads group `g` and batch `b`. */
export const ORDER_LINE_STAGE_SQL = `CASE WHEN i.collected_at IS NOT NULL THEN 'delivered'
    WHEN i.refunded_kobo >= i.paid_kobo THEN 'refunded' WHEN g.status = 'manual_review' THEN g.status
    WHEN b.status = 'delivered' THEN 'ready_for_pickup' ELSE coalesce(b.status, g.status) END`;

/**
 * SQL subquery of the order lines that are neither collected nor refunded. `OFFSET 0` makes PostgreSQL find the batch
 * of each line by index instead of reading all batches.
 */
export const OPEN_ORDER_LINES_SQL = `(SELECT i.id, i.order_id, i.user_id, i.product_id, i.group_id, i.refunded_kobo,
    i.paid_kobo - i.refunded_kobo AS owed_kobo, s.*
  FROM order_items i CROSS JOIN LATERAL (
    SELECT o.centre_id, ${ORDER_LINE_STAGE_SQL} AS stage,
      CASE b.status WHEN 'secured' THEN b.created_at WHEN 'processing' THEN b.updated_at
        WHEN 'packaging' THEN coalesce(b.packed_at, b.updated_at) ELSE coalesce(b.ready_at, b.updated_at) END AS since
    FROM orders o JOIN groups g ON g.id = i.group_id
      LEFT JOIN fulfilment_batches b ON b.group_id = i.group_id AND b.centre_id = o.centre_id
    WHERE o.id = i.order_id OFFSET 0) s
  WHERE i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo)`;

/** SQL condition that the goods of open line `i` have waited too long to be collected. */
export const IS_ORDER_LINE_OVERDUE_SQL = '(SELECT w.is_overdue FROM owed_lines w WHERE w.item_id = i.id)';

/** SQL condition that the goods of open line `i` are ready, but nobody has notified the shopper. */
export const IS_PICKUP_NOTIFICATION_MISSING_SQL = `(SELECT w.can_collect AND u.phone IS NOT NULL
      AND NOT EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = w.user_id AND s.failed_at IS NULL)
      AND NOT EXISTS (SELECT FROM pickup_messages m WHERE m.item_id = w.item_id AND m.written_at >= w.ready_at)
    FROM owed_lines w JOIN users u ON u.id = w.user_id WHERE w.item_id = i.id)`;

const PAYMENT_METHODS: Readonly<Record<OrderPaymentSource, string>> = {
  wallet: 'wallet_only',
  card: 'flutterwave_only',
  wallet_and_card: 'wallet_and_flutterwave',
};

/** Parts of an SQL query that finds order ids. */
interface OrderQueryParts {
  /** SQL of the tables, including `orders o`. */
  from: string;
  /** SQL of the time and the id by which the list is sorted. */
  keys: readonly [time: string, id: string];
  conditions: string[];
  values: unknown[];
}

/**
 * Builds the query of the orders that match a filter.
 * @param after the tracking number at which the previous page ended.
 */
export function buildOrderQueryParts(filter: OrderFilter, after: string | undefined): OrderQueryParts {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const { status, overdue, unreached, refunded, product, group, centre, centres, from, to, paid } = filter;
  const isOver = status === 'delivered' || status === 'refunded';
  const ofLine = [
    product !== undefined && `i.product_id = (SELECT id FROM products WHERE slug = ${put(product)})`,
    group !== undefined && `i.group_id = ${put(group)}`,
    refunded && 'i.refunded_kobo > 0',
    status === 'delivered' && 'i.collected_at IS NOT NULL',
    status === 'refunded' &&
      'i.refunded_kobo > 0 AND i.refunded_kobo >= i.paid_kobo AND i.collected_at IS NULL',
    status !== undefined && !isOver && `i.stage = ${put(status)}`,
    overdue && IS_ORDER_LINE_OVERDUE_SQL,
    unreached && IS_PICKUP_NOTIFICATION_MISSING_SQL,
  ].filter((one) => typeof one === 'string');
  const conditions = [
    centre !== undefined && `o.centre_id = (SELECT id FROM pickup_centres WHERE code = ${put(centre)})`,
    centres && `o.centre_id = ANY (ARRAY (SELECT id FROM pickup_centres WHERE code = ANY (${put(centres)})))`,
    // A subquery hides the time from PostgreSQL's planner, so that one cached plan serves all days.
    from !== undefined && `o.created_at >= (SELECT ${buildLagosDayStartSql(`${put(from)}::date`)})`,
    to !== undefined && `o.created_at < (SELECT ${buildLagosDayStartSql(`${put(to)}::date + 1`)})`,
    paid !== undefined &&
      `(SELECT method FROM payments p WHERE p.id = o.payment_id) = ${put(PAYMENT_METHODS[paid])}`,
    buildSearchCondition(filter.q, put),
  ].filter((one) => typeof one === 'string');
  const isOpen = (status !== undefined && !isOver) || overdue || unreached;
  const isFromLines = !isOpen && (product !== undefined || refunded || status === 'refunded');
  if (isFromLines) conditions.push(...ofLine);
  else if (ofLine.length > 0 && status === 'delivered' && group === undefined)
    conditions.push(`EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND ${ofLine.join(' AND ')})`);
  else if (ofLine.length > 0)
    conditions.push(
      `o.id = ANY (ARRAY (SELECT i.order_id FROM ${isOpen ? OPEN_ORDER_LINES_SQL : 'order_items'} i
         WHERE ${ofLine.join(' AND ')}))`,
    );
  const keys = isFromLines ? (['i.created_at', 'i.order_id'] as const) : (['o.created_at', 'o.id'] as const);
  if (after !== undefined) {
    const last = `FROM orders a${isFromLines ? ' JOIN order_items i ON i.order_id = a.id' : ''} WHERE a.tracking_no = ${put(after)}`;
    const time = isFromLines ? 'min(i.created_at)' : 'min(a.created_at)';
    conditions.push(`(${keys.join(', ')}) < ((SELECT ${time} ${last}), (SELECT a.id ${last} LIMIT 1))`);
  }
  return {
    from: isFromLines ? 'order_items i JOIN orders o ON o.id = i.order_id' : 'orders o',
    ...{ keys, conditions, values },
  };
}

/** Builds a search's SQL condition; null without a text. A text that cannot be interpreted matches no order. */
function buildSearchCondition(q: string | undefined, put: (value: unknown) => string): string | null {
  if (q === undefined || q.trim() === '') return null;
  const { trackingNumber, reference, email, phone, name, providerId, amount, id } = parseGlobalSearchTerms(q);
  const usersWhere = (condition: string) =>
    `o.user_id = (SELECT id FROM users WHERE deleted_at IS NULL AND ${condition})`;
  const found = [
    trackingNumber !== undefined && `o.tracking_no = ${put(trackingNumber)}`,
    reference !== undefined && `o.payment_id = (SELECT id FROM payments WHERE reference = ${put(reference)})`,
    providerId !== undefined &&
      `o.payment_id = (SELECT id FROM payments WHERE provider_tx_id = ${put(providerId)})`,
    email !== undefined && usersWhere(`email = ${put(email)}::text::email_address`),
    phone !== undefined && usersWhere(`phone = ${put(phone)}`),
    id !== undefined && `o.user_id = ${put(id)}`,
    name !== undefined && `o.user_id = ANY (ARRAY (${buildShopperIdsByNameSql(name, put)}))`,
    amount && `o.total_kobo = ${put(amount.kobo)} AND ${buildDayCondition(amount.day, put)}`,
  ].filter((one) => typeof one === 'string');
  return found.length > 0 ? `(${found.join(' OR ')})` : 'false';
}

/** Builds the SQL condition on an order's day for the search of an amount. The default is the last seven days. */
function buildDayCondition(day: string | null, put: (value: unknown) => string): string {
  if (day === null) return `o.created_at >= app_now() - interval '7 days'`;
  const at = put(day);
  return `o.created_at >= ${at}::date::timestamp AT TIME ZONE 'Africa/Lagos'
    AND o.created_at < (${at}::date + 1)::timestamp AT TIME ZONE 'Africa/Lagos'`;
}
