import { expect, test } from 'vitest';
import { createErrorBody } from '../../../../tests/support/error-body.ts';
import { ApiError, NetworkError, TimeoutError } from '../../../lib/api/api-errors.ts';
import {
  getPaymentErrorMessage,
  isPaymentOutcomeUnknown,
  MissingCardPageUrlError,
  PaymentRefusedError,
} from './payment-errors.ts';

const ours = (status: number, message = '') =>
  new ApiError(status, createErrorBody('internal', message), null);

const foreign = (status: number, body: unknown = '<html>') => new ApiError(status, body, null);

test.each<[error: Error, message: string]>([
  [new PaymentRefusedError('Your cart is empty'), 'Payment failed: Your cart is empty'],
  [new PaymentRefusedError(''), 'Payment failed: An unexpected error occurred.'],
  [new MissingCardPageUrlError(), 'Payment initialization failed. Please try again.'],
  [ours(500, 'x'), 'Server error: Payment service is temporarily unavailable. Please try again later.'],
  [ours(400, 'Your cart is empty'), 'Payment error: Your cart is empty'],
  [ours(400), 'Payment error: Invalid payment request. Please check your details.'],
  [ours(401, 'x'), 'Authentication error: Please log in again.'],
  [ours(403, 'x'), 'Access denied: You may not have permission to make this payment.'],
  [ours(404, 'x'), 'Payment service not found. Please contact support.'],
  [new NetworkError(), 'Network error: Please check your internet connection and try again.'],
  [new TimeoutError(), 'Request timeout: Please try again.'],
  // A proxy or a foreign API answers, so only the status is known.
  [foreign(500), 'Server error: Payment service is temporarily unavailable. Please try again later.'],
  [foreign(400), 'Payment error: Invalid payment request. Please check your details.'],
  [foreign(400, { message: 'Closed today' }), 'Payment error: Closed today'],
  [foreign(401), 'Authentication error: Please log in again.'],
  [foreign(403, { message: 'x' }), 'Access denied: You may not have permission to make this payment.'],
  [foreign(404), 'Payment service not found. Please contact support.'],
  ...[413, 502, 503, 504].map((status): [Error, string] => [
    foreign(status),
    'Network error: Please check your internet connection and try again.',
  ]),
  [ours(418, 'short and stout'), 'Payment failed: short and stout'],
  [ours(418), 'Payment failed: An unexpected error occurred.'],
])('%o is told as %s', (error, message) => {
  expect(getPaymentErrorMessage(error)).toBe(message);
});

test.each([
  [new NetworkError(), true],
  [new TimeoutError(), true],
  [ours(425), true],
  [ours(429), true],
  [new ApiError(502, '<html>', null), true],
  [new ApiError(403, '<html>', null), true],
  [new MissingCardPageUrlError('no status', { cause: new NetworkError() }), true],
  [new MissingCardPageUrlError('no status', { cause: ours(500) }), true],
  [new MissingCardPageUrlError('no status', { cause: ours(404) }), false],
  [new MissingCardPageUrlError(), false],
  [ours(500), false],
  [ours(400), false],
])('whether the payment was started is unknown after %o: %o', (error, expected) => {
  expect(isPaymentOutcomeUnknown(error)).toBe(expected);
});
