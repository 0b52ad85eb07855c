import { paymentTexts } from '#contract/texts.ts';
import type { PaymentAttempt } from '../../offline/payment-states.ts';
import { showToast } from '../../ui/toast.ts';

/** Says that a payment was confirmed, and how it was paid. Told twice at once it is one toast. */
export function tellSuccess({ reference, result }: PaymentAttempt): void {
  if (!result) return;
  showToast({
    kind: 'success',
    id: `pay:${reference}`,
    message: paymentTexts.confirmed(result.walletUsed, result.flutterwaveAmount, result.totalAmount),
  });
}
