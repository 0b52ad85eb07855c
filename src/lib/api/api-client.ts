import { type Endpoint, type Shape, signIn, signUp } from '#contract/endpoints.ts';
import { createRandomUuid } from '../browser/random-uuid.ts';
import { clearPendingSignOut, sendPendingSignOut } from '../session/pending-sign-out.ts';
import { getSession, getSessionEpoch, syncSessionWithStorage } from '../session/session.ts';
import { ApiError, isApiError, NetworkError, SessionChangedError } from './api-errors.ts';
import { type ApiCallOptions, sendApiRequest } from './api-send.ts';

/**
 * Calls the API as the current session. On a 401 the call refreshes the token and is retried once, with the same key.
 * @throws {ApiError} refused by the server; 503 without a code when the refresh failed.
 * {NetworkError} {TimeoutError} no response, but a write may have been applied.
 * {SessionChangedError} the session changed before the response, which was dropped.
 * @source spec section 7, offline.md sections 4 and 5
 */
export async function callApi<S extends Shape>(
  endpoint: Endpoint<S>,
  parts: ApiCallOptions<S>,
  signal?: AbortSignal,
): Promise<S['reply']> {
  if (!syncSessionWithStorage()) throw new SessionChangedError();
  const session = getSession();
  if (session.status !== 'member') {
    if (endpoint.path !== signIn.path && endpoint.path !== signUp.path)
      return sendApiRequest(endpoint, parts, { signal });
    // A sign-out that is still unsent is sent first. A failure is ignored, because signing in ends the old session
    // anyway.
    await sendPendingSignOut().catch(() => undefined);
    const reply = await sendApiRequest(endpoint, parts, { signal });
    clearPendingSignOut();
    return reply;
  }

  const epoch = getSessionEpoch();
  const keyed = { ...parts, idempotencyKey: parts.idempotencyKey ?? createRandomUuid() };
  const attempt = async () => {
    const now = getSession();
    if (now.status !== 'member' || getSessionEpoch() !== epoch) throw new SessionChangedError();
    return sendApiRequest(endpoint, keyed, { token: now.token, signal });
  };
  try {
    return dropIfChanged(epoch, await attempt());
  } catch (error) {
    if (!isApiError(error, 401)) throw getSessionEpoch() === epoch ? error : new SessionChangedError();
  }
  try {
    await refresh(session.token);
  } catch (error) {
    // The session has ended or changed. If it ended because the server refused the refresh, that refusal is thrown.
    if (getSessionEpoch() !== epoch) throw isApiError(error) ? error : new SessionChangedError();
    // The refresh failed without a refusal, so it is reported like a gateway error, which callers retry.
    throw isApiError(error) ? new ApiError(503, null, error.retryAfterMs) : error;
  }
  return dropIfChanged(epoch, await attempt());
}

/** Refreshes the token with code that loads on first use. If the code does not load, the connection counts as lost. */
async function refresh(usedToken: string): Promise<void> {
  const { refreshSessionToken: refreshToken } = await import('../session/token-refresh.ts').catch(
    (cause: unknown) => {
      throw new NetworkError('the code of a refresh did not come', { cause });
    },
  );
  await refreshToken(usedToken);
}

function dropIfChanged<Reply>(epoch: number, reply: Reply): Reply {
  if (getSessionEpoch() !== epoch) throw new SessionChangedError();
  return reply;
}
