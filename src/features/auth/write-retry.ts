import { onlineManager } from '@tanstack/react-query';
import { isApiError } from '../../lib/api/api-errors.ts';
import { getAbortReason } from '../../lib/browser/abort-reason.ts';

/**
 * Sign-up and similar calls are repeated for minutes unless the server answers 400; the shopper can stop them.
 * @source spec section 7 (Refresh and retry rules)
 */

const PATIENT_TRIES = 1_000;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const PATIENT_SECONDS = 30;

/** @param triesSoFar number of attempts already made, at least 1. */
export function shouldRetryWrite(error: unknown, triesSoFar: number): boolean {
  return !isApiError(error, 400) && triesSoFar < PATIENT_TRIES;
}

/**
 * @returns the pause before the next attempt. After 30 s without success it is 30 s instead of one, to save mobile
 * data.
 */
export function getWriteRetryDelayMs(error: unknown, triesSoFar: number): number {
  if (isApiError(error) && error.retryAfterMs !== null) return Math.max(PAUSE_MS, error.retryAfterMs);
  if (triesSoFar <= PATIENT_SECONDS) return PAUSE_MS;
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (triesSoFar - PATIENT_SECONDS));
}

function isAwake(): boolean {
  return onlineManager.isOnline() && document.visibilityState !== 'hidden';
}

/** Waits before a retry: at least `durationMs`, and until the phone is online and the page visible. */
export function waitForWriteRetry(durationMs: number, signal: AbortSignal): Promise<void> {
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
      reject(getAbortReason(signal));
    };
    const timer = setTimeout(() => {
      isOver = true;
      check();
    }, durationMs);
    signal.addEventListener('abort', handleAbort);
    // The query library's online state is used, because `navigator.onLine` can stay wrong on Android.
    const unsubscribe = onlineManager.subscribe(check);
    document.addEventListener('visibilitychange', check);
  });
}
