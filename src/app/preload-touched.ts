import { screens } from '#contract/addresses.ts';
import { whenPageIdle } from './page-idle.ts';
import { type AppRoute, matchRoute, preloadProduct } from './route-table.ts';

const HELD_MS = 3_000;

/**
 * Fetches a screen's code before the tap that opens it is over: of a product, which most taps lead to, when the
 * page is idle; of any other, as soon as a finger touches its link. A product that is
 * tapped before its code is there stays on its card that long: one face for a tap, not a loading one between.
 *
 * @returns ends it.
 */
export function preloadTouched(): () => void {
  let held: HTMLAnchorElement | null = null;
  const handleTouch = ({ target }: Event) => {
    void preload(routeOf(linkOf(target)));
  };
  const handleClick = (event: MouseEvent) => {
    const link = linkOf(event.target);
    const route = routeOf(link);
    const isHeld = link !== null && link === held;
    // The last tap is the one that counts.
    held = null;
    if (!link || isHeld || !isPlain(event) || route?.path !== screens.product || route.isLoaded()) return;
    event.preventDefault();
    held = link;
    link.setAttribute('aria-busy', 'true');
    void Promise.race([preload(route), new Promise((resolve) => setTimeout(resolve, HELD_MS))]).then(() => {
      link.removeAttribute('aria-busy');
      // What has not come by now the screen tells.
      if (held === link && link.isConnected) link.click();
    });
  };
  addEventListener('pointerdown', handleTouch, { passive: true });
  addEventListener('click', handleClick, true);
  const stopWaiting = whenPageIdle(preloadProduct);
  return () => {
    removeEventListener('pointerdown', handleTouch);
    removeEventListener('click', handleClick, true);
    stopWaiting();
  };
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link?.origin === location.origin ? link : null;
}

function routeOf(link: HTMLAnchorElement | null): AppRoute | undefined {
  return link ? matchRoute(link.pathname)?.route : undefined;
}

/** What does not come is the screen's own to tell. */
async function preload(route: AppRoute | undefined): Promise<void> {
  await route?.preload().catch(() => undefined);
}

/** A tap that opens the link here. */
function isPlain({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
}
