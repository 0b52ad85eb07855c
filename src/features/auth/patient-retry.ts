import { onlineManager } from '@tanstack/react-query';
import { abortReason } from '../../lib/abort-reason.ts';
import { isApiError } from '../../lib/api-errors.ts';

/**
 * Sign-up and similar calls are tried up to 1000 times, a second apart, unless the server refused with 400.
 * The figure is kept harmless: nothing is tried while the phone is offline or the page hidden, the server's
 * Retry-After is honoured, the screen says that it is trying, and the shopper can stop it.
 *
 * @source spec section 7 (Refresh and retry rules)
 */

const PATIENT_TRIES = 1_000;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const PATIENT_SECONDS = 30;

/** @param triesSoFar tries already made, at least 1. */
export function mayTryAgain(error: unknown, triesSoFar: number): boolean {
  return !isApiError(error, 400) && triesSoFar < PATIENT_TRIES;
}

/** One second; after half a minute in vain the pauses grow to 30 s, so that no phone drains its data. */
export function pauseMs(error: unknown, triesSoFar: number): number {
  if (isApiError(error) && error.retryAfterMs !== null) return Math.max(PAUSE_MS, error.retryAfterMs);
  if (triesSoFar <= PATIENT_SECONDS) return PAUSE_MS;
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (triesSoFar - PATIENT_SECONDS));
}

function isAwake(): boolean {
  return onlineManager.isOnline() && document.visibilityState !== 'hidden';
}

/** Resolves after the pause, and not before the phone is online and the page is seen. */
export function restFor(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', handleAbort);
      unsubscribe();
      document.removeEventListener('visibilitychange', check);
    };
    const check = () => {
      if (!isOver || !isAwake()) return;
      finish();
      resolve();
    };
    const handleAbort = () => {
      finish();
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      isOver = true;
      check();
    }, durationMs);
    signal.addEventListener('abort', handleAbort);
    // Not the browser's own word, which gets stuck on Android.
    const unsubscribe = onlineManager.subscribe(check);
    document.addEventListener('visibilitychange', check);
  });
}
