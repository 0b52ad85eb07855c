import { describe, expect, it, test } from 'vitest';
import {
  formatOpeningTimes,
  formatOpeningTimesWithHolidays,
  normalizeDayOpeningTimes,
} from './opening-hours.ts';

const CLOSED = {
  ...{ monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '', sunday: '' },
};
const WORKDAYS = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, '09:00-18:00']),
);

describe('the opening times of a day', () => {
  test.each([
    ['9:00-18:00', '09:00-18:00'],
    [' 09:30 – 14:05 ', '09:30-14:05'],
    ['0:00-23:59', '00:00-23:59'],
    ['Closed', ''],
    ['', ''],
  ])('%j is read', (text, times) => expect(normalizeDayOpeningTimes(text)).toBe(times));

  test.each(['9-18', '18:00-9:00', '9:00-9:00', '9:00-24:00', '9:60-18:00', '9am-6pm', '9:00', 'open'])(
    '%j is refused',
    (text) => expect(normalizeDayOpeningTimes(text)).toBeNull(),
  );
});

describe('the sentence of a week', () => {
  it('joins neighbouring days with the same times and names the closed ones', () => {
    expect(formatOpeningTimes({ ...CLOSED, ...WORKDAYS, saturday: '09:00-14:00' })).toBe(
      'Mon–Fri 9:00–18:00, Sat 9:00–14:00, closed Sunday',
    );
    expect(formatOpeningTimes({ ...CLOSED, ...WORKDAYS, wednesday: '' })).toBe(
      'Mon–Tue 9:00–18:00, Thu–Fri 9:00–18:00, closed Wednesday, Saturday and Sunday',
    );
  });

  it('says nothing of closed days when there are none', () => {
    expect(
      formatOpeningTimes({ ...CLOSED, ...WORKDAYS, saturday: '09:00-18:00', sunday: '10:00-20:00' }),
    ).toBe('Mon–Sat 9:00–18:00, Sun 10:00–20:00');
  });

  it('is empty when no day is open', () => expect(formatOpeningTimes(CLOSED)).toBe(''));
});

describe('the holidays beside the hours', () => {
  const now = new Date('2026-12-20T10:00:00Z');
  const read = (holidays: Record<string, string>, at = now) =>
    formatOpeningTimesWithHolidays({ hours: 'Mon–Fri 9:00–18:00.', holidays }, at).replace(
      'Mon–Fri 9:00–18:00',
      '~',
    );

  it('are named with their reason', () => {
    expect(read({ '2026-12-25': '' })).toBe('~. Closed on 25 December');
    expect(read({ '2026-12-25': 'Christmas', '2027-01-01': '' })).toBe(
      '~. Closed on 25 December (Christmas) and on 1 January',
    );
  });

  it('are named once when they follow each other with the same reason', () => {
    expect(read({ '2026-12-26': '', '2026-12-24': '', '2026-12-25': '', '2026-12-28': '' })).toBe(
      '~. Closed from 24 December to 26 December and on 28 December',
    );
    expect(read({ '2026-12-24': 'Stock taking', '2026-12-25': '' })).toBe(
      '~. Closed on 24 December (Stock taking) and on 25 December',
    );
  });

  it('are those from today in Lagos to the fourteenth day', () => {
    expect(read({ '2026-12-19': '', '2027-01-04': '' })).toBe('~.');
    expect(read({ '2026-12-20': '', '2027-01-03': '' })).toBe('~. Closed on 20 December and on 3 January');
    expect(read({ '2026-12-20': '' }, new Date('2026-12-20T22:59:00Z'))).toContain('20 December');
    expect(read({ '2026-12-20': '' }, new Date('2026-12-20T23:00:00Z'))).toBe('~.');
  });
});
