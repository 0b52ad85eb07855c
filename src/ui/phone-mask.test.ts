import { expect, test } from 'vitest';
import { maskNational, phoneValue } from './phone-mask.ts';

test.each([
  ['08035550142', '+2348035550142'],
  ['8035550142', '+2348035550142'],
  ['+2348035550142', '+2348035550142'],
  ['+234 803 555 0142', '+2348035550142'],
  ['2348035550142', '+2348035550142'],
  ['+23408035550142', '+2348035550142'],
  ['002348035550142', '+2348035550142'],
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

test.each([
  ['+6591234567', '+6591234567'],
  ['+44 7911 123456', '+447911123456'],
  ['+1 (415) 555-0142', '+14155550142'],
  ['0044 7911 123456', '+447911123456'],
  ['+2338035550142', '+2338035550142'],
  ['+23', '+23'],
  ['+', '+'],
  ['0', '0'],
])('%s never becomes a Nigerian number', (typed, value) => {
  expect(phoneValue(typed)).toBe(value);
  expect(maskNational(value)).toBe(value);
});

test.each([
  ['08035550142', '+2348035550142'],
  ['8035550142', '+2348035550142'],
  ['+2348035550142', '+2348035550142'],
  ['002348035550142', '+2348035550142'],
  ['2348035550142', '+2348035550142'],
  ['+6591234567', '+6591234567'],
  ['006591234567', '+6591234567'],
])('%s typed key by key is the number %s', (keys, value) => {
  let typed = '';
  for (const key of keys) typed = phoneValue(maskNational(typed) + key);
  expect(typed).toBe(value);
});

test('the field shows the national number in groups', () => {
  expect(maskNational('+2348035550142')).toBe('803 555 0142');
  expect(maskNational('+23480355')).toBe('803 55');
});

test('a number that is too long is kept, so that the form can say so', () => {
  expect(phoneValue('080355501429')).toBe('+23480355501429');
});
