import { expect, it } from 'vitest';
import { formatLagosDate, formatLagosDateRange, formatLagosDateTimeWithZone } from './lagos-date.ts';

it('a day is the day in Lagos', () => {
  expect(formatLagosDate('2026-11-30T22:59:00.000Z')).toBe('30 Nov 2026');
  expect(formatLagosDate('2026-11-30T23:00:00.000Z')).toBe('1 Dec 2026');
  expect(formatLagosDateTimeWithZone('2026-11-30T23:05:00.000Z')).toBe('1 Dec 2026, 00:05 WAT');
});

it('two days name their month and year once', () => {
  expect(formatLagosDateRange('2026-12-02T10:00:00.000Z', '2026-12-05T10:00:00.000Z')).toBe(
    '2 to 5 Dec 2026',
  );
  expect(formatLagosDateRange('2026-11-29T10:00:00.000Z', '2026-12-02T10:00:00.000Z')).toBe(
    '29 Nov to 2 Dec 2026',
  );
  expect(formatLagosDateRange('2026-12-30T10:00:00.000Z', '2027-01-02T10:00:00.000Z')).toBe(
    '30 Dec 2026 to 2 Jan 2027',
  );
  expect(formatLagosDateRange('2026-12-02T10:00:00.000Z', '2026-12-02T10:00:00.000Z')).toBe('2 Dec 2026');
});
