import { expect, test } from 'vitest';
import { formatCountdown, splitIntoCountdownTiles } from './countdown.ts';

test('a countdown shows days, hours, minutes and seconds in two digits', () => {
  const ms = ((24 + 4) * 3600 + 12 * 60 + 36) * 1000;
  expect(splitIntoCountdownTiles(ms)).toEqual({ days: '01', hours: '04', minutes: '12', seconds: '36' });
  expect(splitIntoCountdownTiles(-5)).toEqual({ days: '00', hours: '00', minutes: '00', seconds: '00' });
  expect(formatCountdown(ms)).toBe('1 day, 4 hours, 12 minutes left');
  expect(formatCountdown(5 * 60_000)).toBe('5 minutes left');
  expect(formatCountdown(59_000)).toBe('less than a minute left');
});
