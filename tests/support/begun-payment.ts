import type { PaymentAttempt } from '../../src/features/checkout/attempts/attempt.ts';
import type { NewAttempt, PaymentAttempts } from '../../src/features/checkout/attempts/payment-attempts.ts';

/** What Ada is about to pay: ₦5,000 by card, unless a test says otherwise. Whole naira. */
export function sampleOrder(change: Partial<NewAttempt> = {}): NewAttempt {
  return {
    userId: 'ada',
    cartId: 'cart-1',
    method: 'flutterwave_only',
    walletUse: 0,
    totalAmount: 5_000,
    supersedes: null,
    ...change,
  };
}

/**
 * A payment whose row was just written. No value of the app is imported here: a test with several tabs has modules
 * of its own for each, and hands over the tab's.
 */
export async function begunPayment(
  payments: PaymentAttempts,
  change?: Partial<NewAttempt>,
): Promise<PaymentAttempt> {
  const answer = await payments.begin(sampleOrder(change));
  if (!('attempt' in answer)) throw new Error('an unfinished attempt stands in the way');
  return answer.attempt;
}
