import { matchRoute, preloadProductScreen } from '../routing/route-table.ts';
import { runWhenDeferredCodeMayLoad } from './deferred-code.ts';

/**
 * Loads a screen's code before the shopper's tap ends: the product screen when the page is idle, others when a finger
 * touches their link. @returns a function that stops it.
 */
export function preloadScreensOnTouch(): () => void {
  const handleTouch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin !== location.origin) return;
    // A failed load is ignored here, because the screen itself shows it.
    matchRoute(link.pathname)
      ?.route.preload()
      .catch(() => undefined);
  };
  addEventListener('pointerdown', handleTouch, { passive: true });
  const stopWaiting = runWhenDeferredCodeMayLoad(preloadProductScreen);
  return () => {
    removeEventListener('pointerdown', handleTouch);
    stopWaiting();
  };
}
