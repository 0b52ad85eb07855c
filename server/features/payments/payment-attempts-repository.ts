import type { Queryable } from '../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../db/lock-shopper.ts';
import type { NewPayment, PaymentCartLine, PaymentRecord } from './payment-record.ts';
import { PAYMENT_COLUMNS_SQL } from './payment-record.ts';

/**
 * Locks the payment of a reference and its shopper. The order of locks is always shopper, cart, payments, to prevent
 * deadlocks.
 * @source payments.md and database.md
 */

export async function lockPaymentAndShopper(
  tx: Queryable,
  reference: string,
): Promise<PaymentRecord | undefined> {
  const [found] = await tx.query<{ user_id: string }>('SELECT user_id FROM payments WHERE reference = $1', [
    reference,
  ]);
  if (!found) return undefined;
  await lockShopperRowEvenIfDeleted(tx, found.user_id);
  const [payment] = await tx.query<PaymentRecord>(
    `SELECT ${PAYMENT_COLUMNS_SQL} FROM payments WHERE reference = $1 FOR NO KEY UPDATE`,
    [reference],
  );
  return payment;
}

/** Inserts a payment attempt (status `created`) and its lines. The caller has ended the shopper's earlier attempt. */
export async function insertPaymentAttempt(
  tx: Queryable,
  payment: NewPayment,
  lines: readonly PaymentCartLine[],
): Promise<PaymentRecord> {
  const [row] = await tx.query<PaymentRecord>(
    `WITH payment AS (
       INSERT INTO payments (reference, user_id, cart_id, cart_version, intent_hash, attempt_key, method, total_kobo,
         wallet_kobo, card_kobo, delivery, phone, centre_id, session_expires_at, next_poll_at, callback_url, cancel_url)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15, $16, $17)
       RETURNING *),
     lines AS (
       INSERT INTO payment_lines (payment_id, line_no, product_id, group_id, mode, variant, unit_name, base_unit_qty,
         quantity, unit_price_kobo)
       SELECT payment.id, l."lineNo", l."productId", l."groupId", l.mode, l.variant, l."unitName",
         l."baseUnitQuantity", l.quantity, l."unitPriceKobo"
       FROM payment, jsonb_to_recordset($18::jsonb) AS l ("lineNo" int, "productId" uuid, "groupId" uuid, mode text,
         variant text, "unitName" text, "baseUnitQuantity" int, quantity int, "unitPriceKobo" bigint))
     SELECT ${PAYMENT_COLUMNS_SQL} FROM payment`,
    [
      payment.reference,
      payment.userId,
      payment.cartId,
      payment.cartVersion,
      payment.intentHash,
      payment.attemptKey,
      payment.method,
      payment.totalKobo,
      payment.walletKobo,
      payment.cardKobo,
      JSON.stringify(payment.delivery),
      payment.phone,
      payment.centreId,
      payment.sessionExpiresAt,
      payment.nextPollAt,
      payment.callbackUrl,
      payment.cancelUrl,
      JSON.stringify(lines.map((line, index) => ({ ...line, lineNo: index + 1 }))),
    ],
  );
  if (!row) throw new Error('the payment was not written');
  return row;
}

/**
 * Ends the shopper's open attempts as `superseded`, except the given one, and releases the wallet money that they
 * reserved.
 */
export async function supersedeLivePaymentAttempts(
  tx: Queryable,
  userId: string,
  exceptPaymentId: string | null = null,
): Promise<void> {
  await tx.query(
    `SELECT end_attempt(id, 'superseded', NULL) FROM payments
     WHERE user_id = $1 AND status IN ('created', 'pending') AND id IS DISTINCT FROM $2::uuid ORDER BY reference`,
    [userId, exceptPaymentId],
  );
}

/**
 * Reserves the wallet's part of an attempt; repeating the call changes nothing.
 * @returns false when the unreserved balance is too small.
 */
export async function placeWalletHold(
  tx: Queryable,
  paymentId: string,
  userId: string,
  amountKobo: number,
): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>('SELECT take_hold($1, $2, $3) AS held', [
    paymentId,
    userId,
    amountKobo,
  ]);
  return row?.held ?? false;
}

/**
 * Stores the card page's URL and marks the attempt as `pending`.
 * @returns false when the attempt has ended, so that the shopper must not get the link.
 */
export async function markPaymentPending(
  tx: Queryable,
  paymentId: string,
  authorizationUrl: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payments SET status = 'pending', authorization_url = $2, updated_at = app_now()
     WHERE id = $1 AND status = 'created' RETURNING id`,
    [paymentId, authorizationUrl],
  );
  return rows.length > 0;
}

/** Marks a cancelled attempt as `pending` again, because its card page may still receive money. */
export async function reopenPaymentAttempt(tx: Queryable, paymentId: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payments SET status = 'pending', failure = NULL, updated_at = app_now(),
       next_poll_at = least(next_poll_at, app_now() + interval '1 minute')
     WHERE id = $1 AND status = 'cancelled' AND outcome IS NULL RETURNING id`,
    [paymentId],
  );
  return rows.length > 0;
}

/** Statuses in which an attempt ends without money. Money that arrives later is still settled. */
export type PaymentAttemptEndStatus = 'failed' | 'cancelled' | 'expired' | 'superseded';

/** Ends the attempt with this status. @returns false when the attempt had already ended; nothing changed then. */
export async function endPaymentAttempt(
  tx: Queryable,
  paymentId: string,
  status: PaymentAttemptEndStatus,
  failure: string | null = null,
): Promise<boolean> {
  const [row] = await tx.query<{ ended: boolean }>('SELECT end_attempt($1, $2, $3) AS ended', [
    paymentId,
    status,
    failure,
  ]);
  return row?.ended ?? false;
}

/** Ends the attempt as `failed` and sends the shopper the notification 'Payment failed: {reason}'. */
export async function failPaymentAttempt(tx: Queryable, paymentId: string, reason: string): Promise<boolean> {
  const [row] = await tx.query<{ failed: boolean }>('SELECT fail_attempt($1, $2) AS failed', [
    paymentId,
    reason,
  ]);
  return row?.failed ?? false;
}
