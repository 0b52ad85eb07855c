import type { ErrorBody, ErrorCode, FieldError } from '#contract/errors.ts';

/**
 * True for a body that only our server writes. A proxy, a firewall or a hotspot on the way refuses calls too, in HTML
 * or in a JSON of its own, and such an answer says nothing about the call, the session or the shopper.
 */
function isErrorBody(body: unknown): body is ErrorBody {
  const own = body as Partial<ErrorBody> | null | undefined;
  return (
    own?.success === false &&
    typeof own.code === 'string' &&
    typeof own.requestId === 'string' &&
    typeof own.message === 'string' &&
    own.msg === own.message
  );
}

/** An answer that is no success. `body` may come from a proxy, so every part can be missing. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Null when somebody else than our server answered. */
  readonly code: ErrorCode | null;
  /** The server's sentence for the shopper, or empty. */
  readonly serverMessage: string;
  readonly fieldErrors: readonly FieldError[];
  /** From `Retry-After`, milliseconds; null without it. */
  readonly retryAfterMs: number | null;
  /** The answer as it came: some calls use the body of a refusal (GET cart 404). */
  readonly body: unknown;

  constructor(status: number, body: unknown, retryAfterMs: number | null) {
    const known = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>;
    const serverMessage = known.message ?? known.msg ?? '';
    super(serverMessage || `HTTP ${status}`);
    this.status = status;
    this.code = isErrorBody(body) ? body.code : null;
    this.serverMessage = serverMessage;
    this.fieldErrors = known.errors ?? [];
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }
}

/** No answer: offline, name not resolved, connection lost. A write may have happened or not. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

/** No answer in time. A write may have happened or not. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** The session changed while the call was under way: its answer belongs to nobody here and was dropped. */
export class SessionChangedError extends Error {
  override name = 'SessionChangedError';

  constructor(message = 'the session changed while the call was under way') {
    super(message);
  }
}

export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** True when it is unknown whether the server did anything. */
export function isUnanswered(error: unknown): error is NetworkError | TimeoutError {
  return error instanceof NetworkError || error instanceof TimeoutError;
}

/**
 * True for a failure that our server did not answer itself: a proxy speaks in its place, whatever its status, and
 * nobody knows what became of the call.
 */
export function isProxyFault(error: unknown): boolean {
  return isApiError(error) && error.code === null;
}

/** True for a call given up on purpose: a left page, a newer search. Never shown. */
export function isAborted(error: unknown): boolean {
  return (
    error instanceof SessionChangedError || (error instanceof DOMException && error.name === 'AbortError')
  );
}
