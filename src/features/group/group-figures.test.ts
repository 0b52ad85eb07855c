import { describe, expect, test } from 'vitest';
import type { UserGroup } from '#contract/schemas/group.ts';
import { boughtQuantity, daysLeftText, filteredGroups, minimumUnits, paidNaira } from './group-figures.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

function group(title: string, status: string, more: Partial<UserGroup> = {}): UserGroup {
  return {
    _id: title,
    status,
    productId: { _id: title, title, slug: title, images: [], price: 1 },
    unitsSold: 5,
    minimumViableUnits: 10,
    deadline: null,
    ...more,
  } as UserGroup;
}

describe('time left', () => {
  test.each([
    ['2026-11-22T09:00:00Z', '2 days left'],
    ['2026-11-20T11:00:00Z', '1 day left'],
    ['2026-11-20T09:59:59Z', null],
  ])('until %s: %s', (deadline, words) => {
    expect(daysLeftText(group('rice', 'active', { deadline }), NOW)).toBe(words);
  });

  test('is shown for active groups only', () => {
    const deadline = '2026-11-22T09:00:00Z';
    expect(daysLeftText(group('rice', 'secured', { deadline }), NOW)).toBeNull();
  });
});

test('figures are read under any of their names, and have fallbacks', () => {
  expect(paidNaira({ userAmount: 900, amountPaid: 1 })).toBe(900);
  expect(paidNaira({ amountPaid: 0 })).toBe(0);
  expect(paidNaira({})).toBe(56_000);
  expect(minimumUnits({})).toBe(20);
  expect(boughtQuantity({ quantity: 3 })).toBe(3);
  expect(boughtQuantity({})).toBe(0);
});

test('tabs and search narrow the list together', () => {
  const groups = [
    group('Rice', 'active'),
    group('Red Palm Oil', 'delivered'),
    group('Onions', 'refunded'),
    group('Brown Rice', 'manual_review'),
    group('Rice Flour', 'manual_review', { unitsSold: 10 }),
  ];
  const titles = (...args: Parameters<typeof filteredGroups>) =>
    filteredGroups(...args).map((row) => row.productId.title);
  expect(titles(groups, 'all', '')).toEqual(['Rice', 'Red Palm Oil', 'Rice Flour']);
  expect(titles(groups, 'successful', '')).toEqual(['Red Palm Oil', 'Rice Flour']);
  expect(titles(groups, 'failed', '')).toEqual(['Onions', 'Brown Rice']);
  expect(titles(groups, 'active', '')).toEqual(['Rice']);
  expect(titles(groups, 'all', ' RICE')).toEqual(['Rice', 'Rice Flour']);
});
