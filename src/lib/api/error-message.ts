import type { ApiErrorCode } from '#contract/errors.ts';
import { accountTexts } from '#contract/texts.ts';
import { isApiError, NetworkError, TimeoutError } from './api-errors.ts';

/** An error message beside a button disappears after this time. */
export const ERROR_MESSAGE_VISIBLE_MS = 3_000;

/** The app's own messages by error code. For all other codes the server's message shows. */
const OWN_WORDS: Partial<Record<ApiErrorCode, string>> = {
  unauthorized: accountTexts.sessionExpired,
  too_many_requests: accountTexts.tooManyRequests,
};

/** The message for a lost connection. @source spec section 8 (Payment) */
export const NETWORK_FAILED_MESSAGE = 'Network error: Please check your internet connection and try again.';
/** The message for a response that did not arrive in time. @source spec section 8 (Payment) */
export const REQUEST_TIMED_OUT_MESSAGE = 'Request timeout: Please try again.';

/**
 * Returns the server's message when the status is 400, else `fallback`.
 * @source spec section 8 (Verify key, Reset password, Request reset, recovery keys)
 */
export function getBadRequestMessage(error: unknown, fallback: string): string {
  return (isApiError(error, 400) && error.serverMessage) || fallback;
}

/**
 * Returns the message that a screen shows for an error. Payments have messages of their own.
 * @param fallback is used when the server sent no message.
 */
export function getErrorMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return NETWORK_FAILED_MESSAGE;
  if (error instanceof TimeoutError) return REQUEST_TIMED_OUT_MESSAGE;
  if (!isApiError(error)) return fallback;
  return (error.code && OWN_WORDS[error.code]) || error.serverMessage || fallback;
}
