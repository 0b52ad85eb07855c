import { onLiveSocketEvent } from '../../lib/api/live-socket.ts';
import { isOverlayOpen } from '../../ui/overlay/overlay-stack.ts';
import { arePurchasePopUpsEnabled, canShowPurchasePopUps } from './popup-permission.ts';
import { clearPurchasePopUps, showPurchasePopUp } from './popup-queue.ts';

/** Shows other shoppers' purchases as pop-ups. @returns a function that unsubscribes and removes all pop-ups. */
export function startShowingPurchasePopUps(): () => void {
  const unsubscribe = onLiveSocketEvent('purchase:social_proof', (purchase) => {
    if (document.visibilityState === 'hidden' || !arePurchasePopUpsEnabled()) return;
    if (canShowPurchasePopUps(location.pathname, isOverlayOpen())) showPurchasePopUp(purchase);
  });
  return () => {
    unsubscribe();
    clearPurchasePopUps();
  };
}
