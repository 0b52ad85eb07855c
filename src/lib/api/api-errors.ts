import type { ApiErrorBody, ApiErrorCode, FieldError } from '#contract/errors.ts';

/** True for an error body of our server. The body of a proxy, firewall or hotspot says nothing about the call. */
function isErrorBody(body: unknown): body is ApiErrorBody {
  const own = body as Partial<ApiErrorBody> | null | undefined;
  return (
    own?.success === false &&
    typeof own.code === 'string' &&
    typeof own.requestId === 'string' &&
    typeof own.message === 'string' &&
    own.msg === own.message
  );
}

/** The server refused the call. The response may come from a proxy, so any field can be missing. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** The shop's error code; null: the response came from a proxy. */
  readonly code: ApiErrorCode | null;
  /** The server's message for the shopper, or empty. */
  readonly serverMessage: string;
  readonly fieldErrors: readonly FieldError[];
  /** Milliseconds to wait by the header `Retry-After`; null: the response has no such header. */
  readonly retryAfterMs: number | null;
  /** The raw response body. Some replies carry data with an error status, such as the cart with a 404. */
  readonly body: unknown;

  constructor(status: number, body: unknown, retryAfterMs: number | null) {
    const known = (typeof body === 'object' && body !== null ? body : {}) as Partial<ApiErrorBody>;
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

/** No response arrived (offline, DNS failure, lost connection). A write may have been applied all the same. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

/** No response arrived in time. A write may have been applied all the same. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** The session changed during the call, so the response was dropped: it belongs to another shopper. */
export class SessionChangedError extends Error {
  override name = 'SessionChangedError';
}

export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** True when the server may or may not have processed the call. */
export function isResponseMissing(error: unknown): error is NetworkError | TimeoutError {
  return error instanceof NetworkError || error instanceof TimeoutError;
}

/** True when a proxy responded in the server's place; the outcome of the call is then unknown. */
export function isProxyErrorResponse(error: unknown): boolean {
  return isApiError(error) && error.code === null;
}

const NOT_YET = [401, 408, 425, 429];

/**
 * True when our server itself refused the call for good. After any other failure the call may have been applied, or may
 * be accepted later, so it is sent again under the same key.
 */
export function isFinalRefusal(error: unknown): error is ApiError {
  if (!isApiError(error) || isProxyErrorResponse(error)) return false;
  return error.status < 500 && !NOT_YET.includes(error.status);
}

/** True for a call that the app itself cancelled (left page, newer search). No screen shows it as an error. */
export function isAbortError(error: unknown): boolean {
  return (
    error instanceof SessionChangedError || (error instanceof DOMException && error.name === 'AbortError')
  );
}
