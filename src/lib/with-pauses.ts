import { abortReason } from './abort-reason.ts';
import { isApiError } from './api-errors.ts';

const MORE_TRIES = 3;
const FIRST_PAUSE_MS = 2_000;
/** A server that asks for more is not waited for: whoever looks at the screen decides. */
const LONGEST_PAUSE_MS = 30_000;

/**
 * Asks up to three times more while the server is in trouble (5xx, 429): after 2, 4 and 8 s, or as long as its
 * `Retry-After` says.
 *
 * @throws the last failure; any other at once, and the signal's reason when it is aborted in a pause.
 */
export async function withPauses<Reply>(ask: () => Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const pauseMs = pauseAfter(error, tries);
      if (tries === MORE_TRIES || pauseMs > LONGEST_PAUSE_MS) throw error;
      await pause(pauseMs, signal);
    }
  }
}

function pauseAfter(error: unknown, tries: number): number {
  if (!isApiError(error) || (error.status < 500 && error.status !== 429)) return Number.POSITIVE_INFINITY;
  return Math.max(error.retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** tries);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
