import { expect, test } from 'vitest';
import { PRODUCT_TITLE_LENGTH_MAX, SLUG_LENGTH_MAX, SLUG_PATTERN } from '../../limits.ts';
import { buildSlugFromTitle, parseSlugFromPathSegment } from './product-slug.ts';

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
  expect(parseSlugFromPathSegment(shared)).toBe('semovita-10kg');
});

test.each(['', '.', '%', '%E0%A4%A', '米', '---', '😀'])('%j names no product', (shared) => {
  expect(parseSlugFromPathSegment(shared)).toBe('');
});

test('what is found is always a slug', () => {
  for (const text of ['a--b', 'a-b-', '_a_', 'A%20b', 'ẹ̀wà-10kg'])
    expect(parseSlugFromPathSegment(text)).toMatch(SLUG_PATTERN);
});

test.each([
  ['Palm oil (25 l)', 'palm-oil-25-l'],
  ['  Mama’s Garri & Ẹ̀wà olóyin — 5kg! ', 'mamas-garri-ewa-oloyin-5kg'],
  ['Ｓｅｍｏ ½ kg', 'semo-1-2-kg'],
  ['米', ''],
  ['', ''],
])('the title %j suggests %j', (title, slug) => {
  expect(buildSlugFromTitle(title)).toBe(slug);
});

test('what a title suggests is a slug, however long the title is', () => {
  const long = `${'a'.repeat(SLUG_LENGTH_MAX - 1)} ${'b'.repeat(PRODUCT_TITLE_LENGTH_MAX)}`;
  expect(buildSlugFromTitle(long)).toMatch(SLUG_PATTERN);
  expect(buildSlugFromTitle('a'.repeat(PRODUCT_TITLE_LENGTH_MAX))).toHaveLength(SLUG_LENGTH_MAX);
});
