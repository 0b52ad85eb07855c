import { expect, test } from 'vitest';
import { badgeCount, countdownTiles, countdownWords, readablePhone } from './format.ts';

test('the badge hides at 0 and stops at 99', () => {
  expect([0, 1, 99, 100].map((count) => badgeCount(count))).toEqual(['', '1', '99', '99+']);
});

test('a countdown shows days, hours, minutes and seconds in two digits', () => {
  const ms = ((24 + 4) * 3600 + 12 * 60 + 36) * 1000;
  expect(countdownTiles(ms)).toEqual({ days: '01', hours: '04', minutes: '12', seconds: '36' });
  expect(countdownTiles(-5)).toEqual({ days: '00', hours: '00', minutes: '00', seconds: '00' });
  expect(countdownWords(ms)).toBe('1 day, 4 hours, 12 minutes left');
  expect(countdownWords(5 * 60_000)).toBe('5 minutes left');
  expect(countdownWords(59_000)).toBe('less than a minute left');
});

test('a stored phone number is shown in groups', () => {
  expect(readablePhone('+2348035550142')).toBe('+234 803 555 0142');
  expect(readablePhone('0800')).toBe('0800');
});
