import { onLive } from '../../lib/live-socket.ts';
import { isOverlayOpen } from '../../ui/overlay-stack.ts';
import { arePopUpsWanted, isPopUpAllowed } from './popup-permission.ts';
import { clearPopUps, pushPopUp } from './popup-queue.ts';

/** Shows purchases of others as they happen. @returns the end of it, which also clears the screen. */
export function followPurchases(): () => void {
  const unsubscribe = onLive('purchase:social_proof', (purchase) => {
    if (document.visibilityState === 'hidden' || !arePopUpsWanted()) return;
    if (isPopUpAllowed(location.pathname, isOverlayOpen())) pushPopUp(purchase);
  });
  return () => {
    unsubscribe();
    clearPopUps();
  };
}
