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

/** Takes the turn to ask the provider: at most one every 3 s (real time) for a reference, by whoever comes first. */
export async function takeVerifyTurn(db: Queryable, reference: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE payments SET last_verified_at = clock_timestamp()
     WHERE reference = $1 AND outcome IS NULL AND method <> 'wallet_only'
       AND (last_verified_at IS NULL OR last_verified_at <= clock_timestamp() - interval '3 seconds')
     RETURNING id`,
    [reference],
  );
  return rows.length === 1;
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

/**
 * The references whose next look at the provider is due, their following look already written: a crash after this
 * loses one look, not the schedule.
 *
 * @param nextDelayMs from the payment's age (shop clock) to the pause until its next look; null: no more looks.
 */
export async function claimDuePayments(
  tx: Queryable,
  limit: number,
  nextDelayMs: (ageMs: number) => number | null,
): Promise<string[]> {
  const due = await tx.query<{ id: string; reference: string; ageMs: number }>(
    `SELECT id, reference, (extract(epoch FROM app_now() - created_at) * 1000)::float8 AS "ageMs"
     FROM payments
     WHERE next_poll_at <= app_now() AND outcome IS NULL AND method <> 'wallet_only'
     ORDER BY next_poll_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    [limit],
  );
  const plan = due.map(({ id, ageMs }) => ({ id, delayMs: nextDelayMs(ageMs) }));
  await tx.query(
    `UPDATE payments p SET polls = polls + 1, last_verified_at = clock_timestamp(),
       next_poll_at = app_now() + plan."delayMs" * interval '1 millisecond'
     FROM jsonb_to_recordset($1::jsonb) AS plan (id uuid, "delayMs" float8) WHERE p.id = plan.id`,
    [JSON.stringify(plan)],
  );
  return due.map((one) => one.reference);
}
