import { onlineManager } from '@tanstack/react-query';

/**
 * The second tries of pictures that failed: up to 500, one second apart, at most four in flight on the page.
 * The clock stands still while the phone is offline, the page hidden or the picture far from view, so that
 * 500 tries harm nobody. @source spec section 4 (Lazy image), offline.md section 10
 */

const IMAGE_RETRY_LIMIT = 500;
const IMAGE_RETRY_MS = 1_000;
const IMAGE_LAZY_THRESHOLD_PX = 1_500;
const IN_FLIGHT_MAX = 4;
let inFlight = 0;

/** True while trying again could work and anybody would see it. */
function isWorthTrying(): boolean {
  return onlineManager.isOnline() && document.visibilityState === 'visible';
}

export interface RetryClock {
  /** The try asked for has ended, well or badly. */
  settle: () => void;
  /** Stops the clock for good. */
  stop: () => void;
}

/**
 * Waits one second of watched time, then for a free place, then calls `onTry`.
 *
 * @param isNear whether the picture is within 1500 px of view now.
 */
export function startRetryClock(isNear: () => boolean, onTry: () => void): RetryClock {
  let holdsPlace = false;
  const timer = setInterval(() => {
    if (!isNear() || !isWorthTrying() || inFlight >= IN_FLIGHT_MAX) return;
    clearInterval(timer);
    inFlight += 1;
    holdsPlace = true;
    onTry();
  }, IMAGE_RETRY_MS);
  const settle = () => {
    if (!holdsPlace) return;
    holdsPlace = false;
    inFlight -= 1;
  };
  return {
    settle,
    stop: () => {
      clearInterval(timer);
      settle();
    },
  };
}

/** @returns whether another try is allowed after this many. */
export function mayRetry(tries: number): boolean {
  return tries < IMAGE_RETRY_LIMIT;
}

/** The addition to an address that asks for it anew; the worker drops it from its key. */
export function retrySuffix(address: string, tries: number): string {
  if (tries === 0) return '';
  return `${address.includes('?') ? '&' : '?'}retry=${tries}`;
}

type Handle = (isNear: boolean) => void;
const watched = new Map<Element, Handle>();
let observer: IntersectionObserver | null = null;

/** Tells whether an element is within 1500 px of view, now and whenever that changes. One observer for the page. */
export function watchNearness(element: Element, handle: Handle): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    handle(true);
    return () => {};
  }
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watched.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: `${IMAGE_LAZY_THRESHOLD_PX}px` },
  );
  watched.set(element, handle);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}
