import { isApiError } from '../../lib/api-errors.ts';
import type { PaymentAttempt } from './attempts/attempt.ts';
import type { Verdict } from './payment-verdict.ts';

const PAYMENT_WAIT_LIMIT_MS = 10 * 60_000;
/** Pauses between status checks after a return; the last one repeats. */
const PAYMENT_POLL_MS = [0, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** What a screen knows about an attempt without a final status. */
export type Waiting = 'asking' | 'offline' | 'late';

interface Needs {
  ask: (attempt: PaymentAttempt) => Promise<Verdict>;
  onWaiting: (waiting: Waiting) => void;
  onVerdict: (verdict: Exclude<Verdict, { kind: 'pending' }>) => void;
}

const LONGEST_LIFE_MS = 24 * 60 * 60_000;

/**
 * Polls the status at once, then with growing pauses for ten minutes while the page is visible; afterwards each time
 * the page becomes visible, for a day. A missing response never counts as a failure.
 * @returns stops the polling.
 * @source offline.md section 6
 */
export function pollVerdict(attempt: PaymentAttempt, { ask, onWaiting, onVerdict }: Needs): () => void {
  // The time limits count from the return, not from this start.
  const startedAt = attempt.updatedAt;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;

  const ageMs = () => Date.now() - startedAt;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', handleWake);
    window.removeEventListener('pageshow', handleWake);
    document.removeEventListener('visibilitychange', handleWake);
  };

  const askOnce = async () => {
    clearTimeout(timer);
    if (isOver || isAsking) return;
    isAsking = true;
    let pauseMs: number = PAYMENT_POLL_MS[Math.min(asked + 1, PAYMENT_POLL_MS.length - 1)] ?? 30_000;
    asked += 1;
    try {
      const verdict = await ask(attempt);
      if (verdict.kind !== 'pending') {
        // Reports the status even when removing the row has already stopped the polling.
        stop();
        onVerdict(verdict);
        return;
      }
      if (isOver) return;
      onWaiting(ageMs() >= PAYMENT_WAIT_LIMIT_MS ? 'late' : 'asking');
    } catch (error) {
      if (isOver) return;
      if (isApiError(error, 401)) return stop();
      if (isApiError(error) && error.retryAfterMs !== null) pauseMs = Math.max(pauseMs, error.retryAfterMs);
      const isOffline = !isApiError(error);
      onWaiting(isOffline ? 'offline' : ageMs() >= PAYMENT_WAIT_LIMIT_MS ? 'late' : 'asking');
    } finally {
      isAsking = false;
    }
    if (!isOver && ageMs() < PAYMENT_WAIT_LIMIT_MS) timer = setTimeout(tick, pauseMs);
  };
  const tick = () => {
    if (document.visibilityState !== 'hidden') void askOnce();
  };
  const handleWake = () => {
    if (document.visibilityState === 'hidden') return;
    if (ageMs() > LONGEST_LIFE_MS) stop();
    else void askOnce();
  };

  window.addEventListener('online', handleWake);
  window.addEventListener('pageshow', handleWake);
  document.addEventListener('visibilitychange', handleWake);
  void askOnce();
  return stop;
}
