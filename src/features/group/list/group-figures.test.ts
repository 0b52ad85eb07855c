import { describe, expect, test } from 'vitest';
import type { JoinedGroup } from '#contract/schemas/group.ts';
import {
  filterJoinedGroups,
  formatGroupDaysLeft,
  formatMemberShareOfGroup,
  getGroupMinimumUnits,
  getGroupPaidNaira,
} from './group-figures.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

function group(title: string, status: string, more: Partial<JoinedGroup> = {}): JoinedGroup {
  return {
    _id: title,
    status,
    productId: { _id: title, title, slug: title, images: [], price: 1 },
    unitsSold: 5,
    minimumViableUnits: 10,
    deadline: null,
    ...more,
  } as JoinedGroup;
}

describe('time left', () => {
  test.each([
    ['2026-11-22T09:00:00Z', '2 days left'],
    ['2026-11-20T11:00:00Z', '1 day left'],
    ['2026-11-20T09:59:59Z', null],
  ])('until %s: %s', (deadline, words) => {
    expect(formatGroupDaysLeft(group('rice', 'active', { deadline }), NOW)).toBe(words);
  });

  test('is shown for active groups only', () => {
    const deadline = '2026-11-22T09:00:00Z';
    expect(formatGroupDaysLeft(group('rice', 'secured', { deadline }), NOW)).toBeNull();
  });
});

test('figures are read under any of their names, and have fallbacks', () => {
  expect(getGroupPaidNaira({ userAmount: 900, amountPaid: 1 })).toBe(900);
  expect(getGroupPaidNaira({ amountPaid: 0 })).toBe(0);
  expect(getGroupPaidNaira({})).toBe(56_000);
  expect(getGroupMinimumUnits({})).toBe(20);
  expect(formatMemberShareOfGroup({ quantity: 3 })).toBe('Your share: 3 of 20 items.');
  expect(formatMemberShareOfGroup({})).toBeNull();
});

test('the own share is said in the unit that the group counts, never as one item of a hundred percent', () => {
  const keg = { userQuantity: 1, userUnits: 5, unitsSold: 5, minimumViableUnits: 250, baseUnitName: 'L' };
  expect(formatMemberShareOfGroup(keg)).toBe('Your share: 5 of 250 L.');
  expect(formatMemberShareOfGroup({ ...keg, unitsSold: 260 })).toBe('Your share: 5 of 260 L.');
  expect(formatMemberShareOfGroup({ ...keg, kind: 'solo' })).toBe('You bought 5 L.');
});

test('tabs and search narrow the list together', () => {
  const groups = [
    group('Rice', 'active'),
    group('Red Palm Oil', 'delivered'),
    group('Onions', 'refunded'),
    group('Brown Rice', 'manual_review'),
    group('Rice Flour', 'manual_review', { unitsSold: 10 }),
  ];
  const titles = (...args: Parameters<typeof filterJoinedGroups>) =>
    filterJoinedGroups(...args).map((row) => row.productId.title);
  expect(titles(groups, 'all', '')).toEqual(['Rice', 'Red Palm Oil', 'Rice Flour']);
  expect(titles(groups, 'successful', '')).toEqual(['Red Palm Oil', 'Rice Flour']);
  expect(titles(groups, 'failed', '')).toEqual(['Onions', 'Brown Rice']);
  expect(titles(groups, 'active', '')).toEqual(['Rice']);
  expect(titles(groups, 'all', ' RICE')).toEqual(['Rice', 'Rice Flour']);
});
