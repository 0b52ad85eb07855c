import { expect, test } from 'vitest';
import { createPaymentReference, isPaymentReference } from './reference.ts';

test.each([
  ['2016-07-30T22:36:16.385Z', 'gb-01ARYZ6S41'],
  ['2026-11-21T10:00:00.000Z', 'gb-01M7YRRT80'],
])('a reference of %s begins with its time, as every ULID does', (at, start) => {
  const reference = createPaymentReference(new Date(at));
  expect(reference.slice(0, 13)).toBe(start);
  expect(isPaymentReference(reference)).toBe(true);
});
