import type { Database } from '../../../db/database.ts';
import type { TransactionLookupResult } from '../../../provider/provider.ts';
import {
  endPaymentAttempt,
  failPaymentAttempt,
  lockPaymentAndShopper,
} from '../payment-attempts-repository.ts';
import type { ExpiredPaymentAttempt } from './due-payments-repository.ts';

/**
 * Ends a payment attempt whose card page has expired. A pending payment, or no response, leaves the attempt open until
 * `isOverdue`.
 * @returns whether the attempt ended now.
 */
export function endExpiredPaymentAttempt(
  db: Database,
  attempt: ExpiredPaymentAttempt,
  lookup: TransactionLookupResult,
): Promise<boolean> {
  const known = lookup.ok ? lookup.transaction : undefined;
  const mustWait = known === undefined || known?.status === 'pending';
  if (mustWait && !attempt.isOverdue) return Promise.resolve(false);
  return db.transaction(async (tx) => {
    const payment = await lockPaymentAndShopper(tx, attempt.reference);
    if (!payment || (payment.status !== 'created' && payment.status !== 'pending')) return false;
    if (known?.status === 'failed') {
      return failPaymentAttempt(tx, payment.id, known.reason ?? payment.failure ?? 'The card was declined');
    }
    return endPaymentAttempt(tx, payment.id, 'expired');
  });
}
