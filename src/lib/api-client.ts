import { type Endpoint, login, type Shape, signUp } from '#contract/endpoints.ts';
import { ApiError, isApiError, NetworkError, SessionChangedError } from './api-errors.ts';
import { type CallParts, send } from './api-send.ts';
import { newKey } from './new-key.ts';
import { forgetSignOut, settleSignOut } from './pending-sign-out.ts';
import { checkPair, getSession, sessionEpoch } from './session.ts';

/**
 * Calls the API as the current session. Shows nothing and navigates nowhere.
 *
 * A 401 is answered by one refresh and one second try, under the same idempotency key. Before sending, this
 * tab's user must be the stored one; an answer that arrives after the session changed is dropped.
 *
 * @throws {ApiError} the server refused; a 503 without a code when the refresh could not be made. {NetworkError} no answer. {TimeoutError} no answer in time; after
 * either of the last two a write may have happened. {SessionChangedError} the answer was dropped.
 * @source spec section 7, offline.md sections 4 and 5
 */
export async function call<S extends Shape>(
  endpoint: Endpoint<S>,
  parts: CallParts<S>,
  signal?: AbortSignal,
): Promise<S['reply']> {
  if (!checkPair()) throw new SessionChangedError('the stored session is another one');
  const session = getSession();
  if (session.status !== 'member') {
    if (endpoint.path !== login.path && endpoint.path !== signUp.path)
      return send(endpoint, parts, { signal });
    // A former shopper's sign-out comes first. One that gets no answer keeps nobody waiting: the server ends the
    // session whose cookie comes with a sign-in.
    await settleSignOut().catch(() => undefined);
    const reply = await send(endpoint, parts, { signal });
    forgetSignOut();
    return reply;
  }

  const epoch = sessionEpoch();
  const keyed = { ...parts, idempotencyKey: parts.idempotencyKey ?? newKey() };
  const attempt = async () => {
    const now = getSession();
    if (now.status !== 'member' || sessionEpoch() !== epoch) throw new SessionChangedError('signed out');
    return send(endpoint, keyed, { token: now.token, signal });
  };
  try {
    return dropIfChanged(epoch, await attempt());
  } catch (error) {
    if (!isApiError(error, 401)) throw sessionEpoch() === epoch ? error : new SessionChangedError();
  }
  try {
    await refresh(session.token);
  } catch (error) {
    // A refused refresh has just ended the session: that is the answer, not a change from outside.
    if (sessionEpoch() !== epoch) throw isApiError(error) ? error : new SessionChangedError();
    // Of this call nobody refused anything: for it the refresh's answer is a gateway's, to be tried again.
    throw isApiError(error) ? new ApiError(503, null, error.retryAfterMs) : error;
  }
  return dropIfChanged(epoch, await attempt());
}

/** The code of a refresh comes when it is first needed. Without a connection neither it nor a new token comes. */
async function refresh(usedToken: string): Promise<void> {
  const { refreshToken } = await import('./token-refresh.ts').catch((cause: unknown) => {
    throw new NetworkError('the code of a refresh did not come', { cause });
  });
  await refreshToken(usedToken);
}

function dropIfChanged<Reply>(epoch: number, reply: Reply): Reply {
  if (sessionEpoch() !== epoch) throw new SessionChangedError();
  return reply;
}
