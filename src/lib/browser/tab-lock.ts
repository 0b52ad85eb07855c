import { getAbortReason } from './abort-reason.ts';

/**
 * Locks between this phone's tabs. A locked function must be safe to repeat, because a tab that hangs loses its lock.
 */

/** The lock is released after this time, even when the locked function has not finished. */
const BUDGET_MS = 25_000;
const STEAL_AFTER_MS = 30_000;

/** The function that runs under the lock. It must end when the signal aborts. */
type LockBody<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs `body` while no other tab holds the lock; without a lock where Web Locks are missing.
 * @throws what `body` throws; an `AbortError` when the page is frozen or closed, or the lock is lost.
 */
export async function withCrossTabLock<T>(name: string, body: LockBody<T>): Promise<T> {
  const ending = new AbortController();
  const endWith = (reason: string) => ending.abort(new DOMException(reason, 'AbortError'));
  const end = () => endWith('the page went away or lost the lock');
  let budget: ReturnType<typeof setTimeout> | undefined;
  const held = () => {
    budget = setTimeout(() => endWith(`"${name}" was held too long`), BUDGET_MS);
    return untilAborted(body(ending.signal), ending.signal);
  };
  addEventListener('pagehide', end);
  document.addEventListener('freeze', end);
  try {
    const { locks } = navigator;
    if (!locks) return await held();
    return await requestLock(locks, name, held, ending.signal).catch((error: unknown) => {
      // A browser that blocks site data has the lock API but refuses every lock, so the function runs without one.
      if (!isForbidden(error) || budget !== undefined) throw error;
      return held();
    });
  } catch (error) {
    // The function may still run after it has lost the lock, so the signal stops it.
    end();
    throw error;
  } finally {
    clearTimeout(budget);
    removeEventListener('pagehide', end);
    document.removeEventListener('freeze', end);
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}

async function requestLock<T>(
  locks: LockManager,
  name: string,
  held: () => Promise<T>,
  ending: AbortSignal,
): Promise<T> {
  const waiting = new AbortController();
  const withdraw = () => waiting.abort(ending.reason);
  const timer = setTimeout(() => waiting.abort(), STEAL_AFTER_MS);
  ending.addEventListener('abort', withdraw);
  try {
    return (await locks.request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      return held();
    })) as T;
  } catch (error) {
    // After a long wait this page takes the lock from its holder, but not if the page was frozen meanwhile.
    if (!waiting.signal.aborted || ending.aborted) throw error;
    return (await locks.request(name, { steal: true }, held)) as T;
  } finally {
    clearTimeout(timer);
    ending.removeEventListener('abort', withdraw);
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(getAbortReason(signal));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
