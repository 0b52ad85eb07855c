import { signOut } from '#contract/endpoints.ts';
import { isApiError, isProxyErrorResponse } from '../api/api-errors.ts';
import { sendApiRequest } from '../api/api-send.ts';
import { readBrowserStorage, removeFromBrowserStorage, writeBrowserStorage } from '../storage/storage.ts';
import { coalesceConcurrentRuns } from './coalesce-runs.ts';

/**
 * Stores a sign-out that could not be sent. Until it is sent no token is refreshed, because a refresh prolongs the
 * session.
 * @source offline.md section 9
 */

const KEY = 'signoutPending';
const TIMEOUT_MS = 5_000;

export function isSignOutPending(): boolean {
  return readBrowserStorage('localStorage', KEY) !== null;
}

/** Stores the sign-out before it is sent, so that a closed page does not lose it. */
export function storePendingSignOut(nowMs: number): void {
  writeBrowserStorage('localStorage', KEY, String(nowMs));
}

/** Deletes the pending sign-out after the session has ended, because a late sign-out would end the next session. */
export function clearPendingSignOut(): void {
  removeFromBrowserStorage('localStorage', KEY);
}

/**
 * Sends a pending sign-out. Both success and a refusal of our server clear it.
 * @throws {NetworkError} {TimeoutError} {ApiError} no response of our server: the sign-out stays pending.
 */
export async function sendPendingSignOut(): Promise<void> {
  if (isSignOutPending()) await settle(KEY);
}

const settle = coalesceConcurrentRuns(async () => {
  try {
    await sendApiRequest(signOut, { body: {}, keepalive: true, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!isApiError(error) || isProxyErrorResponse(error) || isBusy(error.status)) throw error;
  }
  clearPendingSignOut();
});

/** A response with one of these statuses means that the server has not processed the sign-out, so it is sent again. */
function isBusy(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}
