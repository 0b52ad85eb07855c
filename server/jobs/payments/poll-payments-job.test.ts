import { describe, expect, it } from 'vitest';
import { computeNextPollDelayMs } from './poll-payments-job.ts';

const MINUTE_MS = 60_000;

/** Computes the ages in minutes at which a payment without a result is queried. */
function looksOf(): number[] {
  const looks: number[] = [];
  for (
    let ageMs = 0, delayMs = computeNextPollDelayMs(0);
    delayMs !== null;
    delayMs = computeNextPollDelayMs(ageMs)
  ) {
    ageMs += delayMs;
    looks.push(ageMs / MINUTE_MS);
  }
  return looks;
}

describe('the looks at a payment without a verdict', () => {
  it('come at 1, 2, 5, 15, 30 and 60 minutes, hourly to a day, daily to 7 days', () => {
    const looks = looksOf();
    expect(looks.slice(0, 6)).toEqual([1, 2, 5, 15, 30, 60]);
    expect(looks.slice(6, 29)).toEqual(Array.from({ length: 23 }, (_, i) => (i + 2) * 60));
    expect(looks.slice(29)).toEqual([2, 3, 4, 5, 6, 7].map((days) => days * 24 * 60));
  });

  it('goes on from the age there is, also when a look was late', () => {
    expect(computeNextPollDelayMs(3 * MINUTE_MS)).toBe(2 * MINUTE_MS);
    expect(computeNextPollDelayMs(90 * MINUTE_MS)).toBe(30 * MINUTE_MS);
    expect(computeNextPollDelayMs(8 * 24 * 60 * MINUTE_MS)).toBeNull();
  });
});
