import { paymentKey } from '#contract/notifications/kinds.ts';
import { paymentTexts } from '#contract/texts.ts';
import { showToast } from '../../ui/toast.ts';
import type { PaymentAttempt } from './attempts/attempt.ts';

/** Announces a confirmed payment. Its notification shares the id, so both show one toast. */
export function tellSuccess({ reference, result }: PaymentAttempt): void {
  if (!result) return;
  showToast({
    kind: 'success',
    id: paymentKey(reference ?? ''),
    message: paymentTexts.confirmed(result.walletUsed, result.flutterwaveAmount, result.totalAmount),
  });
}
