import { expect, test } from 'vitest';
import { isAttemptResultPending, type PaymentAttempt, type PaymentAttemptState } from './attempt.ts';

const attempt = { state: 'redirected', reference: 'gb-1' } as PaymentAttempt;

test.each<[PaymentAttemptState, boolean]>([
  ['created', true],
  ['initialising', false],
  ['redirected', true],
  ['returned', true],
  ['unknown', true],
  ['confirmed', false],
  ['failed', false],
  ['cancelled', false],
  ['expired', false],
])('the verdict of an attempt that is %s is awaited: %s', (state, answer) => {
  expect(isAttemptResultPending({ ...attempt, state })).toBe(answer);
});

test('without a reference there is nothing to ask for', () => {
  expect(isAttemptResultPending({ ...attempt, reference: null })).toBe(false);
});
