import type { Queryable } from '../../../db/database.ts';

/**
 * Kinds of payments to poll. `live`: the shopper may be at the card page now. `ended`: only late money is searched
 * for. `outdated`: ended, and ten card payments were begun since. `paid`: a second payment on the same page is searched
 * for.
 */
export type PaymentPollKind = 'live' | 'ended' | 'outdated' | 'paid';

/**
 * Calculates the pause until a payment's next query from its age by the shop's clock; null: it is never queried again.
 */
export type ComputeNextPollDelayMs = (ageMs: number, kind: PaymentPollKind) => number | null;

const OUTDATED_BY = 10;
/** Part of `limit` that ended payments get in any case, so that many live payments cannot delay them forever. */
const ENDED_SHARE = 0.25;

/**
 * Age from which paid payments are polled for a second payment; for younger ones, the provider's webhooks are enough.
 */
const PAID_AFTER = `interval '10 minutes'`;
const PAID_UNTIL = `interval '2 days'`;

/**
 * Selects payments that are due for a query and schedules the next one, so that a crash loses only one.
 * @param limit maximum number of live payments. Ended ones get what is left of it, but at least a quarter; paid ones
 * get a further quarter.
 */
export async function claimPaymentsDueForPolling(
  tx: Queryable,
  limit: number,
  nextDelayMs: ComputeNextPollDelayMs,
): Promise<{ reference: string; kind: PaymentPollKind }[]> {
  const live = await findDue(tx, 'live', limit);
  const ended = await findDue(tx, 'ended', Math.max(limit - live.length, Math.ceil(limit * ENDED_SHARE)));
  const due = [...live, ...ended, ...(await findPaid(tx, Math.ceil(limit * ENDED_SHARE)))];
  const plan = due.map(({ id, ageMs, kind }) => ({ id, delayMs: nextDelayMs(ageMs, kind) }));
  await tx.query(
    `UPDATE payments p SET polls = polls + 1, last_verified_at = clock_timestamp(),
       next_poll_at = app_now() + plan."delayMs" * interval '1 millisecond'
     FROM jsonb_to_recordset($1::jsonb) AS plan (id uuid, "delayMs" float8) WHERE p.id = plan.id`,
    [JSON.stringify(plan)],
  );
  return due;
}

interface DuePayment {
  id: string;
  reference: string;
  ageMs: number;
  kind: PaymentPollKind;
}

const IS_LIVE = `status IN ('created', 'pending')`;

function findDue(tx: Queryable, kind: 'live' | 'ended', limit: number): Promise<DuePayment[]> {
  const isLive = kind === 'live';
  return tx.query<DuePayment>(
    `SELECT id, reference, (extract(epoch FROM app_now() - created_at) * 1000)::float8 AS "ageMs",
       CASE WHEN ${IS_LIVE} THEN 'live' WHEN (
         SELECT count(*) FROM (
           SELECT 1 FROM payments later
           WHERE later.user_id = p.user_id AND later.created_at > p.created_at AND later.card_kobo > 0
           LIMIT ${OUTDATED_BY}) later_ones) = ${OUTDATED_BY} THEN 'outdated' ELSE 'ended' END AS kind
     FROM payments p
     WHERE next_poll_at <= app_now() AND outcome IS NULL AND method <> 'wallet_only' AND ${isLive ? '' : 'NOT '}(${IS_LIVE})
     ORDER BY ${isLive ? 'next_poll_at' : 'created_at DESC'} LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    [limit],
  );
}

function findPaid(tx: Queryable, limit: number): Promise<DuePayment[]> {
  return tx.query<DuePayment>(
    `SELECT id, reference, (extract(epoch FROM app_now() - created_at) * 1000)::float8 AS "ageMs", 'paid' AS kind
     FROM payments
     WHERE next_poll_at <= app_now() AND next_poll_at IS NOT NULL AND outcome IS NOT NULL AND method <> 'wallet_only'
       AND created_at BETWEEN app_now() - ${PAID_UNTIL} AND app_now() - ${PAID_AFTER}
     ORDER BY next_poll_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    [limit],
  );
}

export interface ExpiredPaymentAttempt {
  reference: string;
  /** True: the card page expired a day ago, so the attempt ends whatever the provider reports. */
  isOverdue: boolean;
}

const GRACE_MINUTES = 5;
const GIVEN_UP_HOURS = 24;

/**
 * Selects expired attempts to check now, longest unchecked first, and marks them as checked.
 * @source jobs.md, expire-payments
 */
export async function claimExpiredPaymentAttempts(
  db: Queryable,
  limit: number,
): Promise<ExpiredPaymentAttempt[]> {
  return db.query<ExpiredPaymentAttempt>(
    `UPDATE payments p SET last_verified_at = clock_timestamp()
     FROM (SELECT id FROM payments
           WHERE status IN ('created', 'pending') AND session_expires_at + $1 * interval '1 minute' <= app_now()
           ORDER BY last_verified_at NULLS FIRST LIMIT $2 FOR UPDATE SKIP LOCKED) due
     WHERE p.id = due.id
     RETURNING p.reference, p.session_expires_at + $3 * interval '1 hour' <= app_now() AS "isOverdue"`,
    [GRACE_MINUTES, limit, GIVEN_UP_HOURS],
  );
}
