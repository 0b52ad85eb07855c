import { isLineDear } from '../lib/data-thrift.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { matchRoute, preloadProduct } from './route-table.ts';

/**
 * Fetches a screen's code before the tap that opens it is over: of a product, which most taps lead to, once the phone
 * has nothing better to do; of any other, as soon as a finger touches its link.
 *
 * @returns ends it.
 */
export function preloadTouched(): () => void {
  const handleTouch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin !== location.origin) return;
    // What does not come is the screen's own to tell.
    matchRoute(link.pathname)
      ?.route.preload()
      .catch(() => undefined);
  };
  addEventListener('pointerdown', handleTouch, { passive: true });
  const stopWaiting = isLineDear() ? undefined : whenIdle(preloadProduct);
  return () => {
    removeEventListener('pointerdown', handleTouch);
    stopWaiting?.();
  };
}
