import { expect, test } from 'vitest';
import type { PaymentAttempt, PaymentAttemptResult } from '../attempts/attempt.ts';
import { getCardPageReturnMessage } from './payment-return-message.ts';

const back = { key: 'k', state: 'returned', hint: 'success', result: null } as PaymentAttempt;
const credited = {
  outcome: 'wallet_credited',
  message: 'We received ₦900, but this order could not be made. ₦900 has been added to your wallet.',
} as PaymentAttemptResult;

test.each([
  ['not yet answered', back, undefined, 'Confirming your payment...'],
  ['out of reach', back, 'offline', "We'll confirm when you're back online"],
  [
    'ten minutes old',
    back,
    'late',
    'We are still waiting for the card provider. You will see the result here.',
  ],
  [
    'cancelled by its address',
    { ...back, hint: 'cancelled' },
    'asking',
    'Payment cancelled. No wallet balance was deducted.',
  ],
  [
    'failed by its address',
    { ...back, hint: 'failed' },
    'asking',
    'Payment failed. No wallet balance was deducted.',
  ],
  [
    'cancelled by the server though its address says success',
    { ...back, state: 'cancelled' },
    undefined,
    'Payment cancelled. No wallet balance was deducted.',
  ],
  [
    'failed by the server',
    { ...back, state: 'failed' },
    undefined,
    'Payment failed. No wallet balance was deducted.',
  ],
  ['credited', { ...back, state: 'failed', result: credited }, undefined, credited.message],
] as const)('a return that is %s', (_name, attempt, waiting, message) => {
  expect(getCardPageReturnMessage(attempt as PaymentAttempt, waiting)?.message).toBe(message);
});

test('success and an attempt still at the card page say nothing here', () => {
  expect(getCardPageReturnMessage({ ...back, state: 'confirmed' }, undefined)).toBeNull();
  expect(getCardPageReturnMessage({ ...back, state: 'redirected', hint: null }, 'asking')).toBeNull();
});
