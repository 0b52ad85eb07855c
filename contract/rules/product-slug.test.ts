import { expect, test } from 'vitest';
import { SLUG_PATTERN } from '../limits.ts';
import { slugIn } from './product-slug.ts';

test.each([
  'semovita-10kg',
  'Semovita-10KG',
  'semovita-10kg.',
  'semovita-10kg...',
  'semovita-10kg)',
  '(semovita-10kg)',
  '[semovita-10kg]',
  '*semovita-10kg*',
  '"semovita-10kg",',
  '“semovita-10kg”',
  'semovita-10kg ',
  'semovita-10kg\u200b',
  'se\u00admovita-10kg',
  'semovita\u201310kg',
  'ｓｅｍｏｖｉｔａ-10kg',
  'semovita-10kg&fbclid=1',
  'semovita-10kg%',
  'semovita-10kg%E2%80',
  'semovita-10kg%2',
  'semovita-10kg-',
  '-semovita-10kg',
  'semovita-10kg😀',
])('a link shared as %j leads to semovita-10kg', (shared) => {
  expect(slugIn(shared)).toBe('semovita-10kg');
});

test.each(['', '.', '%', '%E0%A4%A', '米', '---', '😀'])('%j names no product', (shared) => {
  expect(slugIn(shared)).toBe('');
});

test('what is found is always a slug', () => {
  for (const text of ['a--b', 'a-b-', '_a_', 'A%20b', 'ẹ̀wà-10kg']) expect(slugIn(text)).toMatch(SLUG_PATTERN);
});
