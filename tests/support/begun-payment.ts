import type { PaymentAttempt } from '../../src/features/checkout/attempts/attempt.ts';
import type {
  NewAttemptInput,
  PaymentAttemptStore,
} from '../../src/features/checkout/attempts/payment-attempts.ts';

/** @returns the input of a card payment of ₦5,000, with the test's changes. */
export function createSampleAttemptInput(change: Partial<NewAttemptInput> = {}): NewAttemptInput {
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
 * Begins a payment and stores its row. The caller passes the tab's modules, because a test with several tabs loads
 * the app's modules once for each.
 */
export async function beginSamplePayment(
  payments: PaymentAttemptStore,
  change?: Partial<NewAttemptInput>,
): Promise<PaymentAttempt> {
  const answer = await payments.begin(createSampleAttemptInput(change));
  if (!('attempt' in answer)) throw new Error('an unfinished attempt stands in the way');
  return answer.attempt;
}
