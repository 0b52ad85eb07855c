import { onLiveSocketEvent } from '../../lib/api/live-socket.ts';
import { isOverlayOpen } from '../../ui/overlay/overlay-stack.ts';
import { arePopUpsEnabled, canShowPopUps } from './popup-permission.ts';
import { clearPopUps, showPopUp } from './popup-queue.ts';

/** Shows other shoppers' purchases as pop-ups. @returns a function that unsubscribes and removes all pop-ups. */
export function subscribePurchasePopUps(): () => void {
  const unsubscribe = onLiveSocketEvent('purchase:social_proof', (purchase) => {
    if (document.visibilityState === 'hidden' || !arePopUpsEnabled()) return;
    if (canShowPopUps(location.pathname, isOverlayOpen())) showPopUp(purchase);
  });
  return () => {
    unsubscribe();
    clearPopUps();
  };
}
