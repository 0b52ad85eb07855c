import { expect, test } from 'vitest';
import {
  formatIntegerInputError,
  HOURS_INPUT_PATTERN,
  INTEGER_INPUT_PATTERN,
  isPositiveInteger,
  NAIRA_INPUT_PATTERN,
  parseHours,
  parseInteger,
  parseNaira,
} from '#contract/rules/text/number-input.ts';
import { AMOUNT_SPELLINGS, NON_NUMERIC_VALUES } from '../support/amount-spellings.ts';

test.each(AMOUNT_SPELLINGS)('%j is read in one way or not at all', (spelling, naira, count = naira) => {
  expect([parseNaira(spelling), parseInteger(spelling)]).toEqual([naira ?? Number.NaN, count ?? Number.NaN]);
});

test.each(AMOUNT_SPELLINGS)(
  'a field of a form takes %j where the reader does',
  (spelling, naira, count = naira) => {
    // Compiles the pattern as a browser does with the attribute.
    const takes = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'v').test(spelling);
    expect([takes(NAIRA_INPUT_PATTERN), takes(INTEGER_INPUT_PATTERN)]).toEqual([
      naira !== null,
      count !== null,
    ]);
  },
);

test.each(NON_NUMERIC_VALUES)('%j is no amount', (value) => {
  expect(isPositiveInteger(value, 1_000_000_000)).toBe(false);
});

test('the largest amount is the limit itself', () => {
  expect([
    isPositiveInteger(100, 100),
    isPositiveInteger(101, 100),
    isPositiveInteger(Number.NaN, 100),
    isPositiveInteger(1 / 0, 100),
  ]).toEqual([true, false, false, false]);
  expect(isPositiveInteger(parseInteger('9'.repeat(400)), 100)).toBe(false);
  expect(isPositiveInteger(parseNaira('9,007,199,254,740,993'), Number.MAX_SAFE_INTEGER)).toBe(false);
});

test.each([
  ['48', 48],
  ['1.5', 1.5],
  ['0.125', 0.125],
  ['1,000', 1_000],
  ['48.1250', 48.125],
  ['1.000', Number.NaN],
  ['48.125', Number.NaN],
  ['1,5', Number.NaN],
  ['.5', Number.NaN],
  ['5.', Number.NaN],
  ['1e2', Number.NaN],
  ['0x10', Number.NaN],
  ['-1', Number.NaN],
  ['', Number.NaN],
])('%j hours', (typed, hours) => {
  expect(parseHours(typed)).toBe(hours);
  expect(new RegExp(`^(?:${HOURS_INPUT_PATTERN})$`, 'v').test(typed)).toBe(!Number.isNaN(hours));
});

test('what is said is what to type', () => {
  expect(formatIntegerInputError(100_000_000)).toBe(
    'type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
  );
  expect(formatIntegerInputError(100)).toBe('type a whole number from 1 to 100');
});
