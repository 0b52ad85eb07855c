import type { Database, Queryable } from '../../db/database.ts';
import type { LookupResult } from '../../provider/provider.ts';
import { endAttempt, failAttempt, lockPayment } from './payment-attempts.ts';

/** A live attempt whose card page closed a while ago. */
export interface ExpiredAttempt {
  reference: string;
  /** A day past the page's end: it ends whatever the provider says. */
  isOverdue: boolean;
}

/** The card page is given this long after its end before anybody gives the attempt up. */
const GRACE_MINUTES = 5;
const GIVEN_UP_HOURS = 24;

/**
 * Marks and returns attempts to look at now, those first that nobody asked about for the longest time.
 *
 * @source jobs.md, expire-payments
 */
export async function claimExpiredAttempts(db: Queryable, limit: number): Promise<ExpiredAttempt[]> {
  return db.query<ExpiredAttempt>(
    `UPDATE payments p SET last_verified_at = clock_timestamp()
     FROM (SELECT id FROM payments
           WHERE status IN ('created', 'pending') AND session_expires_at + $1 * interval '1 minute' <= app_now()
           ORDER BY last_verified_at NULLS FIRST LIMIT $2 FOR UPDATE SKIP LOCKED) due
     WHERE p.id = due.id
     RETURNING p.reference, p.session_expires_at + $3 * interval '1 hour' <= app_now() AS "isOverdue"`,
    [GRACE_MINUTES, limit, GIVEN_UP_HOURS],
  );
}

/**
 * Ends an expired attempt by what the provider knows of it: nothing: `expired`; only failed tries: `failed`;
 * something pending, or no answer: it waits, until it is overdue. A success is settled by the caller instead.
 *
 * @returns whether the attempt ended now.
 */
export function expireAttempt(db: Database, attempt: ExpiredAttempt, lookup: LookupResult): Promise<boolean> {
  const known = lookup.ok ? lookup.transaction : undefined;
  const mustWait = known === undefined || known?.status === 'pending';
  if (mustWait && !attempt.isOverdue) return Promise.resolve(false);
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, attempt.reference);
    if (!payment || (payment.status !== 'created' && payment.status !== 'pending')) return false;
    if (known?.status === 'failed') {
      return failAttempt(tx, payment.id, known.reason ?? payment.failure ?? 'The card was declined');
    }
    return endAttempt(tx, payment.id, 'expired');
  });
}
