import type { QueryClient } from '@tanstack/react-query';
import { buildPaymentNotificationKey } from '#contract/notifications/kinds.ts';
import { paymentTexts } from '#contract/texts.ts';
import { cartQueryKeys } from '../../../lib/query/cart-keys.ts';
import { clearStoredCartAndPayment } from '../../../lib/storage/purchase-storage.ts';
import type { OfflineStorage } from '../../../offline/storage/storage.ts';
import { showToast } from '../../../ui/message/toast.ts';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import { deleteDeliveryDraft } from '../delivery/use-delivery-draft.ts';

/** Fetches again everything that a payment may have changed: cart, wallet, groups, referral and notifications. */
export function refetchQueriesAfterPayment(queryClient: QueryClient, userId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['u', userId] });
}

/** Deletes the purchase from this phone after a confirmed success, so that no screen offers to pay again. */
export function clearPaidPurchaseAndRefetch(
  storage: OfflineStorage,
  queryClient: QueryClient,
  userId: string,
): Promise<void> {
  clearStoredCartAndPayment();
  void deleteDeliveryDraft(storage, userId);
  // The cached cart is emptied before the fetch, so that no page shows the paid cart if the fetch fails.
  queryClient
    .getQueryCache()
    .find({ queryKey: cartQueryKeys.cart(userId) })
    ?.reset();
  void queryClient.invalidateQueries({ queryKey: ['public'] });
  return refetchQueriesAfterPayment(queryClient, userId);
}

/** Announces a confirmed payment. The server's notification has the same id, so both together show one toast. */
export function showPaymentSuccessToast({ reference, result }: PaymentAttempt): void {
  if (!result) return;
  showToast({
    kind: 'success',
    id: buildPaymentNotificationKey(reference ?? ''),
    message: paymentTexts.confirmed(result.walletUsed, result.flutterwaveAmount, result.totalAmount),
  });
}
