import { expect, test } from 'vitest';
import { formatTimeLeft } from './time-left.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

test.each([
  ['2026-11-24T10:00:00.000Z', '4 days left'],
  ['2026-11-22T10:00:00.000Z', '48 hours left'],
  ['2026-11-20T11:59:59.000Z', '1 hour left'],
  ['2026-11-20T10:35:30.000Z', '35 min left'],
  ['2026-11-20T10:00:10.000Z', '1 min left'],
  ['2026-11-20T10:00:00.000Z', null],
  [null, null],
  [undefined, null],
])('until %s: %s', (deadline, words) => {
  expect(formatTimeLeft(deadline, NOW)).toBe(words);
});
