import type { PaidGroup } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { type DeliveryAddress, PAYMENT_COLUMNS, type PaymentRecord } from './payment-record.ts';

export async function findPayment(db: Queryable, reference: string): Promise<PaymentRecord | null> {
  const rows = await db.query<PaymentRecord>(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE reference = $1`, [
    reference,
  ]);
  return rows[0] ?? null;
}

/** The payment that bought this cart of this shopper. */
export async function findOrderedPayment(
  tx: Queryable,
  userId: string,
  cartId: string,
): Promise<PaymentRecord | null> {
  const rows = await tx.query<PaymentRecord>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE cart_id = $2 AND user_id = $1 AND outcome = 'ordered'`,
    [userId, cartId],
  );
  return rows[0] ?? null;
}

/**
 * The attempt that a request with this intent may share: one with a link good for at least 5 minutes, or one that
 * another request is just opening. A live attempt that the shopper asks to leave (`supersedes`) is not shared.
 */
export async function findSharedAttempt(
  tx: Queryable,
  userId: string,
  intentHash: string,
  supersedes: string | null,
): Promise<PaymentRecord | null> {
  const rows = await tx.query<PaymentRecord>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments
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

/** What a shopper may have changed between two requests of one intent. */
export interface AttemptDetails {
  attemptKey: string | null;
  phone: string;
  callbackUrl: string | null;
  cancelUrl: string | null;
}

export async function renewAttempt(tx: Queryable, paymentId: string, details: AttemptDetails): Promise<void> {
  await tx.query(
    `UPDATE payments SET phone = $2, callback_url = $3, cancel_url = $4,
       attempt_key = coalesce($5, attempt_key), updated_at = app_now()
     WHERE id = $1`,
    [paymentId, details.phone, details.callbackUrl, details.cancelUrl, details.attemptKey],
  );
}

/** What the shopper started under this Idempotency-Key and nobody has finished. */
export async function findCreatedByKey(tx: Queryable, userId: string, key: string): Promise<string | null> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM payments WHERE user_id = $1 AND attempt_key = $2 AND status = 'created'`,
    [userId, key],
  );
  return rows[0]?.id ?? null;
}

/**
 * Takes the turn to ask the provider: at most one every 3 s (real time) for a reference, by whoever comes first.
 *
 * @param isSettled also when the payment has its outcome: another transaction of it may have been named.
 */
export async function takeVerifyTurn(db: Queryable, reference: string, isSettled = false): Promise<boolean> {
  const rows = await db.query(
    `UPDATE payments SET last_verified_at = clock_timestamp()
     WHERE reference = $1 AND ($2 OR outcome IS NULL) AND method <> 'wallet_only'
       AND (last_verified_at IS NULL OR last_verified_at <= clock_timestamp() - interval '3 seconds')
     RETURNING id`,
    [reference, isSettled],
  );
  return rows.length === 1;
}

/** Whether it is known what became of this transaction of the provider's. */
export async function isSettledTransaction(db: Queryable, transactionId: string): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM provider_transactions WHERE tx_id = $1 AND outcome IS NOT NULL',
    [transactionId],
  );
  return rows.length > 0;
}

/** The groups that this payment's order joined. */
export async function findPaidGroups(db: Queryable, paymentId: string): Promise<PaidGroup[]> {
  return db.query<PaidGroup>(
    `SELECT g.id AS "groupId", coalesce(g.product_snapshot ->> 'title', '') AS "productName", g.status,
       g.units_sold AS "unitsSold", g.min_units AS "minimumViableUnits"
     FROM groups g
     WHERE g.id IN (SELECT i.group_id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.payment_id = $1)
     ORDER BY g.opened_at, g.id`,
    [paymentId],
  );
}

/** The centre of the shopper's city, else the default of their state. */
export async function findPickupCentre(tx: Queryable, delivery: DeliveryAddress): Promise<string | null> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM pickup_centres WHERE active AND lower(state) = lower($1)
     ORDER BY lower(city) = lower($2) DESC, is_default DESC, code LIMIT 1`,
    [delivery.state, delivery.city],
  );
  return rows[0]?.id ?? null;
}

export interface Payer {
  name: string;
  email: string;
}

export async function findPayer(db: Queryable, userId: string): Promise<Payer | null> {
  const rows = await db.query<Payer>(
    'SELECT name, email::text AS email FROM users WHERE id = $1 AND deleted_at IS NULL',
    [userId],
  );
  return rows[0] ?? null;
}

/** The lines of a payment, as the operator reads them. */
export async function findPaymentLines(db: Queryable, paymentId: string): Promise<object[]> {
  return db.query<object>(
    `SELECT l.line_no AS line, p.slug AS product, l.mode, l.unit_name AS unit, l.quantity,
           l.line_total_kobo / 100 AS "totalNaira", l.group_id AS "groupId"
         FROM payment_lines l JOIN products p ON p.id = l.product_id WHERE l.payment_id = $1 ORDER BY l.line_no`,
    [paymentId],
  );
}

/** What the provider told us under a reference, as the operator reads it. */
export async function findToldTransactions(db: Queryable, reference: string): Promise<object[]> {
  return db.query<object>(
    `SELECT tx_id AS id, status, amount_kobo / 100.0 AS "amountNaira", currency, outcome, seen_at AS "seenAt"
         FROM provider_transactions WHERE reference = $1 ORDER BY created_at, tx_id`,
    [reference],
  );
}

export async function hasOrdered(db: Queryable, userId: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM orders WHERE user_id = $1 LIMIT 1', [userId])).length > 0;
}

/** The tracking number of the order that this payment made. */
export async function findTrackingNumber(db: Queryable, reference: string): Promise<string | null> {
  const rows = await db.query<{ trackingNumber: string }>(
    `SELECT o.tracking_no AS "trackingNumber" FROM orders o JOIN payments p ON p.id = o.payment_id
     WHERE p.reference = $1`,
    [reference],
  );
  return rows[0]?.trackingNumber ?? null;
}
