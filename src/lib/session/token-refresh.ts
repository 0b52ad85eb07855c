import { refreshAccessToken } from '#contract/endpoints.ts';
import {
  isAbortError,
  isApiError,
  isProxyErrorResponse,
  NetworkError,
  SessionChangedError,
} from '../api/api-errors.ts';
import { sendApiRequest } from '../api/api-send.ts';
import { withCrossTabLock } from '../browser/tab-lock.ts';
import { coalesceConcurrentRuns } from './coalesce-runs.ts';
import { isSignOutPending } from './pending-sign-out.ts';
import {
  endSession,
  getSession,
  getSessionEpoch,
  mergeSessionUser,
  replaceSessionToken,
  subscribeSession,
  syncSessionWithStorage,
} from './session.ts';

/**
 * Shares one token refresh between all calls and tabs. Only a 401 or 403 of our server signs the shopper out.
 * @source spec section 4 (Session), offline.md section 5
 */

const REFRESH_TIMEOUT_MS = 20_000;
/** The lock is held this long after the token is stored, because another tab may read the old token for a moment. */
const STORAGE_LAG_MS = 500;

/**
 * Shares one refresh between all callers with the same token.
 * @param usedToken the token that was answered with 401.
 * @throws the error of the refresh request; {NetworkError} the page closed; {SessionChangedError} the session has
 * changed.
 */
export const refreshSessionToken = coalesceConcurrentRuns(
  (usedToken: string): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      const body = async (signal: AbortSignal) => {
        const isNew = await refreshUnlessDone(usedToken, signal);
        resolve();
        // This tab's calls have the new token already. Other tabs wait for the lock until they can read the token too.
        if (isNew) await new Promise((end) => setTimeout(end, STORAGE_LAG_MS));
      };
      withCrossTabLock('token-refresh', body).catch((error) => reject(unanswered(error)));
    }),
);

/** @returns false when no refresh was needed, because another tab has refreshed or the shopper has signed out. */
async function refreshUnlessDone(usedToken: string, signal: AbortSignal): Promise<boolean> {
  syncSessionWithStorage();
  const session = getSession();
  if (session.status !== 'member' || session.token !== usedToken) return false;
  // No token is refreshed while a sign-out waits to be sent, because a refresh would prolong the session.
  if (isSignOutPending()) throw new SessionChangedError();
  const epoch = getSessionEpoch();
  // The refresh is aborted when another shopper signs in, because its response belongs to the previous shopper.
  const ending = new AbortController();
  const unsubscribe = subscribeSession(() => {
    if (getSessionEpoch() !== epoch) ending.abort();
  });
  const handleAbort = () => ending.abort();
  signal.addEventListener('abort', handleAbort);
  try {
    const parts = { body: {}, timeoutMs: REFRESH_TIMEOUT_MS };
    const answer = await sendApiRequest(refreshAccessToken, parts, { signal: ending.signal });
    if (getSessionEpoch() !== epoch) throw new SessionChangedError();
    replaceSessionToken(answer.accessToken);
    if (answer.user) mergeSessionUser(answer.user);
    return true;
  } catch (error) {
    if (getSessionEpoch() !== epoch) throw new SessionChangedError();
    const isRefused = isApiError(error, 401) || isApiError(error, 403);
    if (isRefused && !isProxyErrorResponse(error)) endSession('expired');
    throw error;
  } finally {
    signal.removeEventListener('abort', handleAbort);
    unsubscribe();
  }
}

/** A frozen page or a lost lock counts as a missing response, like a lost connection. */
function unanswered(error: unknown): unknown {
  return isAbortError(error) && !(error instanceof SessionChangedError)
    ? new NetworkError('the refresh was ended', { cause: error })
    : error;
}
