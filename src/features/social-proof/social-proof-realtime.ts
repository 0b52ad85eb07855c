import { onLiveEvent } from '../../lib/live-socket.ts';
import { isOverlayOpen } from '../../ui/overlay-stack.ts';
import { arePopUpsEnabled, isPopUpAllowed } from './popup-permission.ts';
import { clearPopUps, pushPopUp } from './popup-queue.ts';

/** Shows other shoppers' purchases as pop-ups. @returns a function that unsubscribes and removes all pop-ups. */
export function subscribePurchases(): () => void {
  const unsubscribe = onLiveEvent('purchase:social_proof', (purchase) => {
    if (document.visibilityState === 'hidden' || !arePopUpsEnabled()) return;
    if (isPopUpAllowed(location.pathname, isOverlayOpen())) pushPopUp(purchase);
  });
  return () => {
    unsubscribe();
    clearPopUps();
  };
}
