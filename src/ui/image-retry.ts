import { onlineManager } from '@tanstack/react-query';

/**
 * Retries failed images up to 500 times, one second apart, at most four at once per page. The clock pauses while
 * offline, hidden or far from view, so that the retries do no harm.
 * @source spec section 4 (Lazy image), offline.md section 10
 */

const IMAGE_RETRY_LIMIT = 500;
const IMAGE_RETRY_MS = 1_000;
const IMAGE_LAZY_THRESHOLD_PX = 1_500;
const IN_FLIGHT_MAX = 4;

/** True when a retry could succeed and be seen. */
function isWorthTrying(): boolean {
  return onlineManager.isOnline() && document.visibilityState === 'visible';
}

export interface ImageRetryTimer {
  /** Ends the current attempt, successful or not. */
  settle: () => void;
  /** Ends all retries. */
  stop: () => void;
}

/** Creates retry clocks that share the limit of four retries at once. */
function createRetryClocks() {
  let inFlight = 0;
  return (isNear: () => boolean, onTry: () => void): ImageRetryTimer => {
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
  };
}

/**
 * Calls `onTry` after one second of visible time, once fewer than four retries run.
 * @param isNear whether the image is within 1500 px of view now.
 */
export const startImageRetryTimer = createRetryClocks();

/** @returns whether another attempt is allowed. */
export function canRetryImage(tries: number): boolean {
  return tries < IMAGE_RETRY_LIMIT;
}

/** Returns a cache-busting suffix for a retry; the service worker removes it from its cache key. */
export function getImageRetrySuffix(address: string, tries: number): string {
  if (tries === 0) return '';
  return `${address.includes('?') ? '&' : '?'}retry=${tries}`;
}

type Handle = (isNear: boolean) => void;

function createNearness() {
  const watched = new Map<Element, Handle>();
  let observer: IntersectionObserver | null = null;
  return (element: Element, handle: Handle): (() => void) => {
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
  };
}

/** Calls back when an element comes within 1500 px of view or leaves that range. One observer serves the page. */
export const observeNearViewport = createNearness();
