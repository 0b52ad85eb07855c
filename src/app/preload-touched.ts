import { screens } from '#contract/addresses.ts';
import { whenPageIdle } from './page-idle.ts';
import { type AppRoute, matchRoute, preloadProduct } from './route-table.ts';

const HELD_MS = 3_000;

/**
 * Loads a screen's code before its tap ends: the product screen when the page is idle, others when a finger touches the
 * link. A product tapped earlier stays on its card meanwhile, which avoids a loading screen.
 * @returns stops it.
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
    // Only the last tap counts.
    held = null;
    if (!link || isHeld || !isPlain(event) || route?.path !== screens.product || route.isLoaded()) return;
    event.preventDefault();
    held = link;
    link.setAttribute('aria-busy', 'true');
    void Promise.race([preload(route), new Promise((resolve) => setTimeout(resolve, HELD_MS))]).then(() => {
      link.removeAttribute('aria-busy');
      // If the code is still missing, the screen shows the error.
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

/** A failed load is shown by the screen itself. */
async function preload(route: AppRoute | undefined): Promise<void> {
  await route?.preload().catch(() => undefined);
}

/** A tap that opens the link in this tab. */
function isPlain({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
}
