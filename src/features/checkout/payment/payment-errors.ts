import {
  isApiError,
  isProxyErrorResponse,
  isResponseMissing,
  NetworkError,
  TimeoutError,
} from '../../../lib/api/api-errors.ts';
import { NETWORK_FAILED_MESSAGE, REQUEST_TIMED_OUT_MESSAGE } from '../../../lib/api/error-message.ts';

/** The error messages of paying, by HTTP status. @source spec section 8 (Payment) */

const BY_STATUS: Readonly<Record<number, string>> = {
  500: 'Server error: Payment service is temporarily unavailable. Please try again later.',
  401: 'Authentication error: Please log in again.',
  403: 'Access denied: You may not have permission to make this payment.',
  404: 'Payment service not found. Please contact support.',
};

const INITIALIZATION_FAILED = 'Payment initialization failed. Please try again.';
const REFUSED_WITHOUT_MESSAGE = 'Payment error: Invalid payment request. Please check your details.';

/** The server refused the payment in the body (`success: false`) of a response with a success status. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError';
}

/** The response to a card payment has no card page URL. `cause` is the error of the status check. */
export class MissingCardPageUrlError extends Error {
  override name = 'MissingCardPageUrlError';
}

/**
 * Chooses the message of a payment that could not start by HTTP status, because the specified API has no error codes.
 */
export function getPaymentErrorMessage(error: unknown): string {
  if (error instanceof NetworkError) return NETWORK_FAILED_MESSAGE;
  if (error instanceof TimeoutError) return REQUEST_TIMED_OUT_MESSAGE;
  if (error instanceof MissingCardPageUrlError) return INITIALIZATION_FAILED;
  if (isApiError(error, 400)) {
    return error.serverMessage ? `Payment error: ${error.serverMessage}` : REFUSED_WITHOUT_MESSAGE;
  }
  if (isApiError(error)) {
    const known = BY_STATUS[error.status];
    if (known) return known;
    if (isProxyErrorResponse(error)) return NETWORK_FAILED_MESSAGE;
    return error.serverMessage
      ? `Payment failed: ${error.serverMessage}`
      : 'Payment failed: An unexpected error occurred.';
  }
  const message = error instanceof PaymentRefusedError ? error.message : '';
  return message ? `Payment failed: ${message}` : 'Payment failed: An unexpected error occurred.';
}

/** True when the payment may have started: no response, a proxy's response, or a 429. @source offline.md section 6 */
export function isPaymentOutcomeUnknown(error: unknown): boolean {
  if (error instanceof MissingCardPageUrlError) return Boolean(error.cause) && !isApiError(error.cause, 404);
  if (isResponseMissing(error) || isProxyErrorResponse(error)) return true;
  return isApiError(error, 425) || isApiError(error, 429);
}
