import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { mayTryAgain, pauseMs } from './patient-retry.ts';

const refused = (status: number, retryAfterMs: number | null = null) =>
  new ApiError(status, null, retryAfterMs);

test('only 400 is final, and 1000 tries are enough', () => {
  expect(mayTryAgain(refused(400), 1)).toBe(false);
  for (const error of [refused(401), refused(429), refused(500), new NetworkError('no line')]) {
    expect(mayTryAgain(error, 999)).toBe(true);
    expect(mayTryAgain(error, 1_000)).toBe(false);
  }
});

test('a second apart for half a minute, then longer up to 30 s; never sooner than the server asks', () => {
  const error = refused(500);
  expect([1, 30, 31, 32, 35, 36].map((tries) => pauseMs(error, tries))).toEqual([
    1_000, 1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
  expect(pauseMs(refused(429, 7_000), 1)).toBe(7_000);
  expect(pauseMs(refused(429, 0), 1)).toBe(1_000);
});
