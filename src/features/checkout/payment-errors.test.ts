import { expect, test } from 'vitest';
import { ownErrorBody } from '../../../tests/support/error-body.ts';
import { ApiError, NetworkError, TimeoutError } from '../../lib/api-errors.ts';
import {
  isOutcomeUnknown,
  NoCardPageError,
  PaymentRefusedError,
  paymentErrorMessage,
} from './payment-errors.ts';

const ours = (status: number, message = '') => new ApiError(status, ownErrorBody('internal', message), null);

test.each<[error: Error, message: string]>([
  [new PaymentRefusedError('Your cart is empty'), 'Payment failed: Your cart is empty'],
  [new PaymentRefusedError(''), 'Payment failed: An unexpected error occurred.'],
  [new NoCardPageError(), 'Payment initialization failed. Please try again.'],
  [ours(500, 'x'), 'Server error: Payment service is temporarily unavailable. Please try again later.'],
  [ours(400, 'Your cart is empty'), 'Payment error: Your cart is empty'],
  [ours(400), 'Payment error: Invalid payment request. Please check your details.'],
  [ours(401, 'x'), 'Authentication error: Please log in again.'],
  [ours(403, 'x'), 'Access denied: You may not have permission to make this payment.'],
  [ours(404, 'x'), 'Payment service not found. Please contact support.'],
  [new NetworkError(), 'Network error: Please check your internet connection and try again.'],
  [new TimeoutError(), 'Request timeout: Please try again.'],
  // Another's word between phone and shop: nobody knows of a failure.
  ...[400, 401, 403, 404, 500, 502].map((status): [Error, string] => [
    new ApiError(status, '<html>', null),
    'Network error: Please check your internet connection and try again.',
  ]),
  [ours(418, 'short and stout'), 'Payment failed: short and stout'],
  [ours(418), 'Payment failed: An unexpected error occurred.'],
])('%o is told as %s', (error, message) => {
  expect(paymentErrorMessage(error)).toBe(message);
});

test.each([
  [new NetworkError(), true],
  [new TimeoutError(), true],
  [ours(425), true],
  [ours(429), true],
  [new ApiError(502, '<html>', null), true],
  [new ApiError(403, '<html>', null), true],
  [ours(500), false],
  [ours(400), false],
])('whether the payment was started is unknown after %o: %o', (error, expected) => {
  expect(isOutcomeUnknown(error)).toBe(expected);
});
