import { logout } from '#contract/endpoints.ts';
import { send } from './api-send.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/**
 * A sign-out that the server has not heard of yet. It is sent at the next contact and before anybody signs
 * in; while it stands nobody refreshes. @source offline.md section 10
 */

const KEY = 'signoutPending';
const TIMEOUT_MS = 5_000;

let underWay: Promise<void> | null = null;

export function isSignOutPending(): boolean {
  return readStored('localStorage', KEY) !== null;
}

/** Notes the sign-out before it is sent. */
export function noteSignOut(nowMs: number): void {
  writeStored('localStorage', KEY, String(nowMs));
}

/**
 * Sends the sign-out that is pending, if any. Its answer, whatever it says, clears the flag.
 *
 * @throws {NetworkError} or {TimeoutError} when there was no answer: it stays pending.
 */
export async function settleSignOut(): Promise<void> {
  if (!isSignOutPending()) return;
  underWay ??= send(logout, { body: {}, keepalive: true, timeoutMs: TIMEOUT_MS })
    .then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'ApiError') throw error;
      },
    )
    .then(() => removeStored('localStorage', KEY))
    .finally(() => {
      underWay = null;
    });
  return await underWay;
}
