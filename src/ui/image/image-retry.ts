import { onlineManager } from '@tanstack/react-query';

/**
 * Retries failed images, at most four at once. It pauses while the page is hidden or offline.
 * @source spec section 4 (Lazy image), offline.md section 10
 */

const IMAGE_RETRY_LIMIT = 500;
const IMAGE_RETRY_MS = 1_000;
const IMAGE_LAZY_THRESHOLD_PX = 1_500;
const IN_FLIGHT_MAX = 4;

/**
 * @returns true when the phone is online and the page is visible. Otherwise a retry would fail, or nobody would see its
 * result.
 */
function isWorthTrying(): boolean {
  return onlineManager.isOnline() && document.visibilityState === 'visible';
}

export interface ImageRetryTimer {
  /** Frees this image's place among the four retries. Call it after a success and after a failure. */
  settle: () => void;
  stop: () => void;
}

/** Returns the function that starts a retry timer; all its timers share the limit of four running retries. */
function createRetryTimers() {
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
 * Calls `onTry` after one second, once the image and the page are visible and fewer than four retries run.
 * @param isNear whether the image is within 1500 px of view now.
 */
export const startImageRetryTimer = createRetryTimers();

/** @returns whether the image may be loaded once more. */
export function canRetryImage(tries: number): boolean {
  return tries < IMAGE_RETRY_LIMIT;
}

/** @returns a suffix for the image's URL that bypasses caches on a retry. The service worker removes the suffix. */
export function getImageRetrySuffix(address: string, tries: number): string {
  if (tries === 0) return '';
  return `${address.includes('?') ? '&' : '?'}retry=${tries}`;
}

type Handle = (isNear: boolean) => void;

function createNearViewportObserver() {
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

/** Calls back when an element comes within 1500 px of view or leaves that range. All elements share one observer. */
export const observeNearViewport = createNearViewportObserver();
