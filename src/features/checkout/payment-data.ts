import type { QueryClient } from '@tanstack/react-query';
import { cartKeys } from '../../lib/cart-keys.ts';
import { clearPurchaseStorage } from '../../lib/purchase-storage.ts';
import { forgetDeliveryDraft } from './use-delivery-draft.ts';

/** What a payment's verdict changes: cart, wallet, groups, referral, notifications of the shopper. */
export function refreshAfterPayment(queryClient: QueryClient, userId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['u', userId] });
}

/** A verified success ends the purchase on this phone: nothing of it may offer to pay again. */
export function endPurchase(queryClient: QueryClient, userId: string): Promise<void> {
  clearPurchaseStorage();
  void forgetDeliveryDraft(userId);
  // Before it is asked for anew: should that fail, neither this page nor the saved cache may show what is paid.
  queryClient
    .getQueryCache()
    .find({ queryKey: cartKeys.cart(userId) })
    ?.reset();
  void queryClient.invalidateQueries({ queryKey: ['public'] });
  return refreshAfterPayment(queryClient, userId);
}
