import { refresh } from '#contract/endpoints.ts';
import { ApiError, isApiError, SessionChangedError } from './api-errors.ts';
import { send } from './api-send.ts';
import { isSignOutPending } from './pending-sign-out.ts';
import {
  checkPair,
  endSession,
  getSession,
  replaceToken,
  sessionEpoch,
  subscribeSession,
} from './session.ts';

/**
 * One refresh for all calls and all tabs: whoever holds the lock asks, the others find the new token.
 * Only a 401 or 403 from refresh signs out: no connection, 429 and 5xx say nothing about the session.
 *
 * @source spec section 4 (Session), offline.md section 5
 */

const REFRESH_TIMEOUT_MS = 20_000;
const LOCK_WAIT_MS = 30_000;
/** What one tab writes into the storage reaches a tab of another process a little later than the lock does. */
const STORAGE_LAG_MS = 500;

/** By the token they replace: another shopper's refresh is none of this one's. */
const underWay = new Map<string, Promise<void>>();

/**
 * @param usedToken the token that was answered with 401.
 * @throws the refresh's own failure; after 401 or 403 the session has ended (`expired`).
 * {SessionChangedError} another session began or this one ended meanwhile.
 */
export function refreshToken(usedToken: string): Promise<void> {
  const known = underWay.get(usedToken);
  if (known) return known;
  const refreshed = new Promise<void>((resolve, reject) => {
    withLock(async () => {
      const isNew = await refreshUnlessDone(usedToken);
      resolve();
      // Nobody in this tab waits for this; whoever has the lock next finds the token.
      if (isNew) await new Promise((end) => setTimeout(end, STORAGE_LAG_MS));
    }).catch(reject);
  }).finally(() => underWay.delete(usedToken));
  underWay.set(usedToken, refreshed);
  return refreshed;
}

/** @returns false when nothing was left to do: another tab had refreshed, or nobody is signed in. */
async function refreshUnlessDone(usedToken: string): Promise<boolean> {
  checkPair();
  const session = getSession();
  if (session.status !== 'member' || session.token !== usedToken) return false;
  // A sign-out that the server has not heard of yet must not be undone by a refresh.
  if (isSignOutPending()) {
    throw new ApiError(401, null, null);
  }
  const epoch = sessionEpoch();
  // Whoever signs in meanwhile gets neither the former shopper's token and cookie nor the end of their session.
  const ending = new AbortController();
  const unsubscribe = subscribeSession(() => {
    if (sessionEpoch() !== epoch) ending.abort();
  });
  try {
    const parts = { body: {}, timeoutMs: REFRESH_TIMEOUT_MS };
    const answer = await send(refresh, parts, { signal: ending.signal });
    if (sessionEpoch() !== epoch) throw changed();
    replaceToken(answer.token);
    return true;
  } catch (error) {
    if (sessionEpoch() !== epoch) throw changed();
    if (isApiError(error, 401) || isApiError(error, 403)) endSession('expired');
    throw error;
  } finally {
    unsubscribe();
  }
}

function changed(): SessionChangedError {
  return new SessionChangedError('the session changed during the refresh');
}

async function withLock(body: () => Promise<void>): Promise<void> {
  // Absent without a secure context, and on phones of before 2022.
  if (!navigator.locks) return body();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), LOCK_WAIT_MS);
  let entered = false;
  const enter = () => {
    entered = true;
    clearTimeout(timer);
    return body();
  };
  try {
    await navigator.locks.request('token-refresh', { signal: waiting.signal }, enter);
  } catch (error) {
    if (entered) throw error;
    // A frozen tab holds the lock. Taking it is safe: every body is repeatable.
    await navigator.locks.request('token-refresh', { steal: true }, body);
  } finally {
    clearTimeout(timer);
  }
}
