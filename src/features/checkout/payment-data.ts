import type { QueryClient } from '@tanstack/react-query';
import { cartKeys } from '../../lib/cart-keys.ts';
import { clearPurchaseStorage } from '../../lib/purchase-storage.ts';
import type { Storage } from '../../offline/storage/storage.ts';
import { forgetDeliveryDraft } from './use-delivery-draft.ts';

/** Refetches everything that a payment may change: cart, wallet, groups, referral and notifications. */
export function refreshAfterPayment(queryClient: QueryClient, userId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['u', userId] });
}

/** Clears the purchase from this phone after a verified success, so that no screen offers to pay again. */
export function endPurchase(storage: Storage, queryClient: QueryClient, userId: string): Promise<void> {
  clearPurchaseStorage();
  void forgetDeliveryDraft(storage, userId);
  // Clears first: if the refetch fails, neither this page nor the persisted cache may show the paid cart.
  queryClient
    .getQueryCache()
    .find({ queryKey: cartKeys.cart(userId) })
    ?.reset();
  void queryClient.invalidateQueries({ queryKey: ['public'] });
  return refreshAfterPayment(queryClient, userId);
}
