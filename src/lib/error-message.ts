import type { ErrorCode } from '#contract/errors.ts';
import { accountTexts } from '#contract/texts.ts';
import { isApiError, NetworkError, TimeoutError } from './api-errors.ts';

/** How long a refusal stands beside its control. */
export const ERROR_MESSAGE_MS = 3_000;

/** Codes whose sentence the app owns; for all others the server's sentence is the specified one. */
const OWN_WORDS: Partial<Record<ErrorCode, string>> = {
  unauthorized: accountTexts.sessionExpired,
  too_many_requests: accountTexts.tooManyRequests,
};

/** No answer came: the line is gone. @source spec section 8 (Payment) */
export const NETWORK_FAILED = 'Network error: Please check your internet connection and try again.';
/** No answer came in time. @source spec section 8 (Payment) */
export const TIMED_OUT = 'Request timeout: Please try again.';

/**
 * For screens whose own sentence tells every failure but a refusal: only a 400 speaks in the server's words.
 * @source spec section 8 (Verify key, Reset password, Request reset, recovery keys)
 */
export function refusalMessage(error: unknown, sentence: string): string {
  return (isApiError(error, 400) && error.serverMessage) || sentence;
}

/**
 * A failure in words. Screens with specified sentences of their own pass `fallback`; paying has a catalogue of its
 * own (`payment-errors.ts`).
 *
 * @param fallback what the screen says when the server gave no sentence.
 */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return NETWORK_FAILED;
  if (error instanceof TimeoutError) return TIMED_OUT;
  if (!isApiError(error)) return fallback;
  return (error.code && OWN_WORDS[error.code]) || error.serverMessage || fallback;
}
