import { matchRoute, preloadProductScreen } from '../routing/route-table.ts';
import { runWhenDeferredCodeMayLoad } from './deferred-code.ts';

/**
 * Loads a screen's code when a finger touches the link, and the product screen when the page is idle.
 * @returns a function that stops it.
 */
export function preloadScreensOnTouch(): () => void {
  const handleTouch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin !== location.origin) return;
    // A failed load is ignored here, because the screen that needs the code shows the error.
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
