import { type Endpoint, login, type Shape, signUp } from '#contract/endpoints.ts';
import { createRandomUuid } from '../browser/random-uuid.ts';
import { clearPendingSignOut, sendPendingSignOut } from '../session/pending-sign-out.ts';
import { getSession, getSessionEpoch, syncSessionWithStorage } from '../session/session.ts';
import { ApiError, isApiError, NetworkError, SessionChangedError } from './api-errors.ts';
import { type ApiCallOptions, sendApiRequest } from './api-send.ts';

/**
 * Calls the API as the current session; it never shows a message or navigates.
 *
 * On a 401 it refreshes the token and retries once, with the same idempotency key. Before sending, this tab's user must
 * match the stored one; a response after a session change is dropped.
 * @throws {ApiError} refused by the server; 503 without a code when the refresh failed. {NetworkError} no response.
 * {TimeoutError} no response in time; after either of the last two a write may have been applied. {SessionChangedError}
 * the response was dropped.
 * @source spec section 7, offline.md sections 4 and 5
 */
export async function callApi<S extends Shape>(
  endpoint: Endpoint<S>,
  parts: ApiCallOptions<S>,
  signal?: AbortSignal,
): Promise<S['reply']> {
  if (!syncSessionWithStorage()) throw new SessionChangedError('the stored session is another one');
  const session = getSession();
  if (session.status !== 'member') {
    if (endpoint.path !== login.path && endpoint.path !== signUp.path)
      return sendApiRequest(endpoint, parts, { signal });
    // An earlier shopper's pending sign-out is sent first. If that fails, the sign-in goes on, because the server then
    // ends the cookie's old session itself.
    await sendPendingSignOut().catch(() => undefined);
    const reply = await sendApiRequest(endpoint, parts, { signal });
    clearPendingSignOut();
    return reply;
  }

  const epoch = getSessionEpoch();
  const keyed = { ...parts, idempotencyKey: parts.idempotencyKey ?? createRandomUuid() };
  const attempt = async () => {
    const now = getSession();
    if (now.status !== 'member' || getSessionEpoch() !== epoch) throw new SessionChangedError('signed out');
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
    // The session has changed. If the server refused this tab's refresh, its refusal is reported, because it is the
    // cause.
    if (getSessionEpoch() !== epoch) throw isApiError(error) ? error : new SessionChangedError();
    // The refresh failed without a refusal, so it is reported like a gateway error, which callers retry.
    throw isApiError(error) ? new ApiError(503, null, error.retryAfterMs) : error;
  }
  return dropIfChanged(epoch, await attempt());
}

/**
 * The code that refreshes tokens loads on first use. Without a connection the code does not load, but a new token could
 * not arrive either.
 */
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
