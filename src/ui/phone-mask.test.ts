import { expect, test } from 'vitest';
import { maskNational, phoneValue } from './phone-mask.ts';

test.each([
  ['08035550142', '+2348035550142'],
  ['8035550142', '+2348035550142'],
  ['+2348035550142', '+2348035550142'],
  ['+234 803 555 0142', '+2348035550142'],
  ['2348035550142', '+2348035550142'],
  ['+23408035550142', '+2348035550142'],
  ['0803 555-01', '+23480355501'],
  ['2348', '+2342348'],
  ['2345550142', '+2342345550142'],
  ['23480355501', '+23480355501'],
  ['080355501429999999', '+2348035550142999'],
  ['', ''],
  ['+234', ''],
])('%s is the number %s', (typed, value) => {
  expect(phoneValue(typed)).toBe(value);
});

test('the field shows the national number in groups', () => {
  expect(maskNational('+2348035550142')).toBe('803 555 0142');
  expect(maskNational('+23480355')).toBe('803 55');
});

test('a number that is too long is kept, so that the form can say so', () => {
  expect(phoneValue('080355501429')).toBe('+23480355501429');
});
