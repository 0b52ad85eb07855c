import { expect, test } from 'vitest';
import { parseDurationMs } from './durations.ts';

test.each([
  ['48h', 48 * 3_600_000],
  ['90m', 90 * 60_000],
  ['1d12h', 36 * 3_600_000],
  ['1.5h', 5_400_000],
  ['30 s', 30_000],
  ['2 hours', 7_200_000],
])('%s', (text, expected) => {
  expect(parseDurationMs(text)).toBe(expected);
});

test.each(['', '48', 'h', '0h', '-3h', '3x', '1h tomorrow'])('%j is no duration', (text) => {
  expect(() => parseDurationMs(text)).toThrow('not a duration');
});
