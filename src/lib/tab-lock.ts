import { abortReason } from './abort-reason.ts';

/**
 * Locks between the tabs of one phone. A tab that is frozen or closed while it holds one lets go at once, and
 * one that hangs loses it after a while: every body here is safe to repeat.
 */

/** A body that has not ended by then is not waited for. */
const BUDGET_MS = 25_000;
const STEAL_AFTER_MS = 30_000;

/** Ends at once when the signal does; what it began then counts as never answered. */
type LockBody<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs `body` while no other tab runs one under the same name. Without Web Locks (no secure context, phones of before
 * 2022, blocked site data) it runs all the same: what two tabs send at once counts once by its key.
 *
 * @throws whatever `body` throws; an `AbortError` when the page goes away, the lock was taken from it, or it
 * took longer than 25 s.
 */
export async function holdLock<T>(name: string, body: LockBody<T>): Promise<T> {
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
      // A browser that blocks the site's data has the API and refuses every lock.
      if (!isForbidden(error) || budget !== undefined) throw error;
      return held();
    });
  } catch (error) {
    // A body that lost the lock still runs; its signal tells it to stop.
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
    // A page that went away while it waited must not begin when it is woken.
    if (!waiting.signal.aborted || ending.aborted) throw error;
    return (await locks.request(name, { steal: true }, held)) as T;
  } finally {
    clearTimeout(timer);
    ending.removeEventListener('abort', withdraw);
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortReason(signal));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
