import { expect, test } from 'vitest';
import { generateCrockfordCode, normalizeCrockfordCode } from './crockford.ts';

test('a code has only the characters that cannot be mistaken', () => {
  expect(generateCrockfordCode(400)).toMatch(/^[0-9A-HJKMNP-TV-Z]{400}$/);
});

test.each([
  ['abcd-2345', 'ABCD2345'],
  ['o1il 0O', '011100'],
  ['\u202aａｂcd\u20112345\u200b', 'ABCD2345'],
])('%s is read as %s', (typed, stored) => {
  expect(normalizeCrockfordCode(typed)).toBe(stored);
});
