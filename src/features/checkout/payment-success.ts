import { paymentKey } from '#contract/notifications/kinds.ts';
import { paymentTexts } from '#contract/texts.ts';
import type { PaymentAttempt } from '../../offline/payments/attempt.ts';
import { showToast } from '../../ui/toast.ts';

/** Announces a confirmed payment. Its notification shares the id, so both show one toast. */
export function tellSuccess({ reference, result }: PaymentAttempt): void {
  if (!result) return;
  showToast({
    kind: 'success',
    id: paymentKey(reference ?? ''),
    message: paymentTexts.confirmed(result.walletUsed, result.flutterwaveAmount, result.totalAmount),
  });
}
