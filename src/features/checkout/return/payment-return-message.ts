import { paymentTexts } from '#contract/texts.ts';
import { isAttemptFinished, type PaymentAttempt } from '../attempts/attempt.ts';
import type { PaymentPendingReason } from '../payment/checked-payment-status.ts';

/** Message for a shopper who returned from the card page while the payment has not succeeded. */
export interface CardPageReturnMessage {
  kind: 'info' | 'error' | 'warning';
  message: string;
  /** True while the final status is not known. */
  isWaiting: boolean;
}

export const CONFIRMING_PAYMENT_MESSAGE = 'Confirming your payment...';
const WHEN_ONLINE = "We'll confirm when you're back online";

/** @returns null for a success, and for an attempt from which the shopper has not returned yet. */
export function getCardPageReturnMessage(
  attempt: PaymentAttempt,
  waiting: PaymentPendingReason | undefined,
): CardPageReturnMessage | null {
  if (attempt.state === 'confirmed') return null;
  if (isAttemptFinished(attempt)) return finalWords(attempt);
  if (attempt.hint === 'cancelled') {
    return { kind: 'info', message: paymentTexts.cancelled, isWaiting: false };
  }
  if (attempt.hint === 'failed') return { kind: 'error', message: paymentTexts.failed, isWaiting: false };
  if (attempt.hint === null) return null;
  if (waiting === 'offline') return { kind: 'warning', message: WHEN_ONLINE, isWaiting: true };
  if (waiting === 'late') return { kind: 'info', message: paymentTexts.stillWaiting, isWaiting: true };
  return { kind: 'info', message: CONFIRMING_PAYMENT_MESSAGE, isWaiting: true };
}

function finalWords({ state, result }: PaymentAttempt): CardPageReturnMessage {
  // If money arrived although the payment failed, the server's message says where the money was credited.
  if (result?.outcome === 'wallet_credited' || result?.outcome === 'review') {
    return { kind: 'warning', message: result.message, isWaiting: false };
  }
  if (state === 'cancelled') return { kind: 'info', message: paymentTexts.cancelled, isWaiting: false };
  if (state === 'expired') return { kind: 'info', message: paymentTexts.expired, isWaiting: false };
  return { kind: 'error', message: paymentTexts.failed, isWaiting: false };
}
