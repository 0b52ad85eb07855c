import { isApiError, NetworkError, TimeoutError } from '../../lib/api-errors.ts';

/** The error catalogue of paying, to the letter. @source spec section 8 (Payment) */

const NETWORK = 'Network error: Please check your internet connection and try again.';
const TIMEOUT = 'Request timeout: Please try again.';

const BY_STATUS: Readonly<Record<number, string>> = {
  500: 'Server error: Payment service is temporarily unavailable. Please try again later.',
  401: 'Authentication error: Please log in again.',
  403: 'Access denied: You may not have permission to make this payment.',
  404: 'Payment service not found. Please contact support.',
};

export const INITIALIZATION_FAILED = 'Payment initialization failed. Please try again.';
export const REFUSED_WITHOUT_MESSAGE = 'Payment error: Invalid payment request. Please check your details.';

/** A reply that came with HTTP success but says `success: false`. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError';
}

/** A card payment was answered without the address of its card page. */
export class NoCardPageError extends Error {
  override name = 'NoCardPageError';
}

/** @returns the sentence for a failed initialise. */
export function paymentErrorMessage(error: unknown): string {
  if (error instanceof NetworkError) return NETWORK;
  if (error instanceof TimeoutError) return TIMEOUT;
  if (error instanceof NoCardPageError) return INITIALIZATION_FAILED;
  if (isApiError(error, 400)) {
    return error.serverMessage ? `Payment error: ${error.serverMessage}` : REFUSED_WITHOUT_MESSAGE;
  }
  if (isApiError(error)) {
    const known = BY_STATUS[error.status];
    if (known) return known;
    return error.serverMessage
      ? `Payment failed: ${error.serverMessage}`
      : 'Payment failed: An unexpected error occurred.';
  }
  const message = error instanceof PaymentRefusedError ? error.message : '';
  return message ? `Payment failed: ${message}` : 'Payment failed: An unexpected error occurred.';
}

/**
 * True when nobody knows whether the payment was started: no answer, or an answer that is not ours
 * (a proxy's 5xx), or one that asks for patience. @source offline.md section 6
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  if (!isApiError(error)) return false;
  if (error.status === 425 || error.status === 429) return true;
  return error.status >= 500 && error.code === null;
}
