import type { GroupJoinedByPayment } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { type DeliveryAddress, PAYMENT_COLUMNS_SQL, type PaymentRecord } from './payment-record.ts';

export async function findPayment(db: Queryable, reference: string): Promise<PaymentRecord | null> {
  const rows = await db.query<PaymentRecord>(
    `SELECT ${PAYMENT_COLUMNS_SQL} FROM payments WHERE reference = $1`,
    [reference],
  );
  return rows[0] ?? null;
}

export interface CheckoutPreconditionsRow {
  /** Reference of the payment that already bought this cart; null: not bought yet. */
  buyer: string | null;
  payer: PayerContact | null;
  /**
   * Id of the chosen pickup centre, else of the city's, else of the state's default; null: the state has no active
   * centre.
   */
  centreId: string | null;
  /** True: the shopper has an open payment attempt, which must end before another begins. */
  hasLiveAttempt: boolean;
}

const CART_BUYER = `SELECT reference FROM payments WHERE user_id = $1::uuid AND cart_id = $2::uuid AND outcome = 'ordered'`;

/**
 * Reads what decides whether a payment may start: cart, pickup centre and open attempts.
 * @param cartId null: the request names no cart.
 */
export async function findCheckoutPreconditions(
  tx: Queryable,
  userId: string,
  cartId: string | null,
  { delivery, pickupCentre }: { delivery: DeliveryAddress; pickupCentre: string | null },
): Promise<CheckoutPreconditionsRow> {
  const [facts] = await tx.query<CheckoutPreconditionsRow>(
    `SELECT served.id AS "centreId", (${CART_BUYER}) AS buyer,
       (SELECT jsonb_build_object('name', name, 'email', email) FROM users
        WHERE id = $1 AND deleted_at IS NULL) AS payer,
       EXISTS (SELECT FROM payments WHERE user_id = $1 AND status IN ('created', 'pending')) AS "hasLiveAttempt"
     FROM (SELECT) AS checkout
     LEFT JOIN LATERAL (SELECT c.id FROM pickup_centres c WHERE c.active AND lower(c.state) = lower($3)
         AND ($5::text IS NULL OR c.code = $5)
       ORDER BY lower(c.city) = lower($4) DESC, c.is_default DESC, c.code LIMIT 1) AS served ON true`,
    [userId, cartId, delivery.state, delivery.city, pickupCentre],
  );
  return facts as CheckoutPreconditionsRow;
}

/** @returns the reference of the payment that has already bought this cart; null: the cart is not bought. */
export async function findPaymentReferenceOfBoughtCart(
  tx: Queryable,
  userId: string,
  cartId: string,
): Promise<string | null> {
  const [row] = await tx.query<{ reference: string }>(CART_BUYER, [userId, cartId]);
  return row?.reference ?? null;
}

/**
 * Finds an attempt to pay the same cart in the same way whose link is valid for at least 5 more minutes or is still
 * being created.
 */
export async function findReusablePaymentAttempt(
  tx: Queryable,
  userId: string,
  intentHash: string,
  supersedes: string | null,
): Promise<PaymentRecord | null> {
  const rows = await tx.query<PaymentRecord>(
    `SELECT ${PAYMENT_COLUMNS_SQL} FROM payments
     WHERE user_id = $1 AND intent_hash = $2 AND method <> 'wallet_only' AND outcome IS NULL
       AND (status = 'created' AND authorization_url IS NULL AND created_at > app_now() - interval '25 seconds'
         OR status IN ('pending', 'cancelled') AND authorization_url IS NOT NULL
           AND session_expires_at >= app_now() + interval '5 minutes'
           AND NOT (status = 'pending' AND reference = coalesce($3, '')))
     ORDER BY status IN ('created', 'pending') DESC, created_at DESC LIMIT 1`,
    [userId, intentHash, supersedes],
  );
  return rows[0] ?? null;
}

export interface PaymentPhoneAndReturnUrls {
  attemptKey: string | null;
  phone: string;
  callbackUrl: string | null;
  cancelUrl: string | null;
}

export async function updatePaymentPhoneAndReturnUrls(
  tx: Queryable,
  paymentId: string,
  details: PaymentPhoneAndReturnUrls,
): Promise<void> {
  await tx.query(
    `UPDATE payments SET phone = $2, callback_url = $3, cancel_url = $4,
       attempt_key = coalesce($5, attempt_key), updated_at = app_now()
     WHERE id = $1`,
    [paymentId, details.phone, details.callbackUrl, details.cancelUrl, details.attemptKey],
  );
}

/** Finds the unfinished payment attempt that the shopper started under this idempotency key. */
export async function findUnfinishedPaymentByIdempotencyKey(
  tx: Queryable,
  userId: string,
  key: string,
): Promise<string | null> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM payments WHERE user_id = $1 AND attempt_key = $2 AND status = 'created'`,
    [userId, key],
  );
  return rows[0]?.id ?? null;
}

/**
 * Claims the right to query the provider for a payment: one caller every 3 s, because the provider limits queries.
 * @param isSettled true: the payment is settled already, and a second transaction is searched for.
 */
export async function claimPaymentStatusCheck(
  db: Queryable,
  reference: string,
  isSettled = false,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE payments SET last_verified_at = clock_timestamp()
     WHERE reference = $1 AND ($2 OR outcome IS NULL) AND method <> 'wallet_only'
       AND (last_verified_at IS NULL OR last_verified_at <= clock_timestamp() - interval '3 seconds')
     RETURNING id`,
    [reference, isSettled],
  );
  return rows.length === 1;
}

export async function isTransactionSettled(db: Queryable, transactionId: string): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM provider_transactions WHERE tx_id = $1 AND outcome IS NOT NULL',
    [transactionId],
  );
  return rows.length > 0;
}

/** A payment with the groups that its order joined; `groups` is empty before the order exists. */
export interface PaymentWithGroups extends PaymentRecord {
  groups: GroupJoinedByPayment[];
}

export async function findPaymentWithGroups(
  db: Queryable,
  reference: string,
): Promise<PaymentWithGroups | null> {
  const rows = await db.query<PaymentWithGroups>(
    `SELECT ${PAYMENT_COLUMNS_SQL},
       (SELECT coalesce(jsonb_agg(jsonb_build_object('groupId', g.id,
           'productName', coalesce(g.product_snapshot ->> 'title', ''), 'slug', p.slug, 'status', g.status,
           'unitsSold', g.units_sold, 'minimumViableUnits', g.min_units,
           'baseUnitName', CASE WHEN (g.product_snapshot ->> 'unitsEnabled')::boolean
             THEN nullif(g.product_snapshot ->> 'baseUnitName', '') END) ORDER BY g.opened_at, g.id), '[]')
        FROM groups g JOIN products p ON p.id = g.product_id WHERE g.id IN (
          SELECT i.group_id FROM order_items i JOIN orders o ON o.id = i.order_id
          WHERE o.payment_id = payments.id)) AS groups
     FROM payments WHERE reference = $1`,
    [reference],
  );
  return rows[0] ?? null;
}

export interface PayerContact {
  name: string;
  email: string;
}

export async function findPaymentCartLines(db: Queryable, paymentId: string): Promise<object[]> {
  return db.query<object>(
    `SELECT l.line_no AS line, p.slug AS product, l.mode, l.unit_name AS unit, l.quantity,
           l.line_total_kobo / 100 AS "totalNaira", l.group_id AS "groupId"
         FROM payment_lines l JOIN products p ON p.id = l.product_id WHERE l.payment_id = $1 ORDER BY l.line_no`,
    [paymentId],
  );
}

export async function findProviderTransactionsOfPayment(db: Queryable, reference: string): Promise<object[]> {
  return db.query<object>(
    `SELECT tx_id AS id, status, amount_kobo / 100.0 AS "amountNaira", currency, outcome, seen_at AS "seenAt"
         FROM provider_transactions WHERE reference = $1 ORDER BY created_at, tx_id`,
    [reference],
  );
}

export async function hasUserOrdered(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM orders WHERE user_id = $1 LIMIT 1', [userId])).length > 0;
}

export async function findOrderTrackingNumber(db: Queryable, reference: string): Promise<string | null> {
  const rows = await db.query<{ trackingNumber: string }>(
    `SELECT o.tracking_no AS "trackingNumber" FROM orders o JOIN payments p ON p.id = o.payment_id
     WHERE p.reference = $1`,
    [reference],
  );
  return rows[0]?.trackingNumber ?? null;
}

/** @returns the number of base units that the shopper has in a group. */
export async function countUnitsOfShopperInGroup(
  tx: Queryable,
  userId: string,
  groupId: string,
): Promise<number> {
  const [member] = await tx.query<{ units: number }>(
    'SELECT units FROM group_members WHERE group_id = $1 AND user_id = $2',
    [groupId, userId],
  );
  return member?.units ?? 0;
}
