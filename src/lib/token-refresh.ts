import { refresh } from '#contract/endpoints.ts';
import { ApiError, isApiError } from './api-errors.ts';
import { send } from './api-send.ts';
import { isSignOutPending } from './pending-sign-out.ts';
import { checkPair, endSession, getSession, replaceToken } from './session.ts';

/**
 * One refresh for all calls and all tabs: whoever holds the lock asks, the others find the new token.
 * Only a 401 or 403 from refresh signs out: no connection, 429 and 5xx say nothing about the session.
 *
 * @source spec section 4 (Session), offline.md section 5
 */

const REFRESH_TIMEOUT_MS = 20_000;
const LOCK_WAIT_MS = 30_000;

let underWay: Promise<void> | null = null;

/**
 * @param usedToken the token that was answered with 401.
 * @throws the refresh's own failure; after 401 or 403 the session has ended (`expired`).
 */
export function refreshToken(usedToken: string): Promise<void> {
  underWay ??= withLock(() => refreshUnlessDone(usedToken)).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function refreshUnlessDone(usedToken: string): Promise<void> {
  checkPair();
  const session = getSession();
  if (session.status !== 'member' || session.token !== usedToken) return;
  // A sign-out that the server has not heard of yet must not be undone by a refresh.
  if (isSignOutPending()) {
    throw new ApiError(401, null, null);
  }
  try {
    const answer = await send(refresh, { body: {}, timeoutMs: REFRESH_TIMEOUT_MS });
    replaceToken(answer.token);
  } catch (error) {
    if (isApiError(error, 401) || isApiError(error, 403)) endSession('expired');
    throw error;
  }
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
