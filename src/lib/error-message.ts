import type { ErrorCode } from '#contract/errors.ts';
import { accountTexts } from '#contract/texts.ts';
import { isApiError, NetworkError, TimeoutError } from './api-errors.ts';

/** How long an error shows beside its control. */
export const ERROR_MESSAGE_MS = 3_000;

/** Codes with a message of the app's own; all others show the server's message. */
const OWN_WORDS: Partial<Record<ErrorCode, string>> = {
  unauthorized: accountTexts.sessionExpired,
  too_many_requests: accountTexts.tooManyRequests,
};

/** The connection is lost. @source spec section 8 (Payment) */
export const NETWORK_FAILED = 'Network error: Please check your internet connection and try again.';
/** The response timed out. @source spec section 8 (Payment) */
export const TIMED_OUT = 'Request timeout: Please try again.';

/**
 * For screens with one message for all failures: only a 400 shows the server's message.
 * @source spec section 8 (Verify key, Reset password, Request reset, recovery keys)
 */
export function refusalMessage(error: unknown, sentence: string): string {
  return (isApiError(error, 400) && error.serverMessage) || sentence;
}

/**
 * The message of an error. Payments have their own catalogue (`payment-errors.ts`).
 * @param fallback the message when the server sent none.
 */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return NETWORK_FAILED;
  if (error instanceof TimeoutError) return TIMED_OUT;
  if (!isApiError(error)) return fallback;
  return (error.code && OWN_WORDS[error.code]) || error.serverMessage || fallback;
}
