import { describe, expect, it } from 'vitest';
import { sortMyGroups, toJoinedGroupReply, toJoinedGroupStatsReply } from './my-groups-presentation.ts';
import type { MyGroupRow } from './my-groups-repository.ts';

const at = (iso: string): Date => new Date(iso);

function row(change: Partial<MyGroupRow>): MyGroupRow {
  return {
    groupId: 'g1',
    kind: 'open',
    status: 'active',
    productId: 'p1',
    title: 'Ofada Rice',
    slug: 'ofada-rice',
    pictures: [],
    priceKobo: 100_000,
    baseUnitName: 'kg',
    unitsSold: 30,
    minUnits: 90,
    participantCount: 4,
    deadline: at('2026-11-23T10:00:00Z'),
    openedAt: at('2026-11-21T10:00:00Z'),
    joinedAt: at('2026-11-21T11:00:00Z'),
    quantity: 2,
    units: 10,
    paidKobo: 200_000,
    refundedKobo: 0,
    canLeave: true,
    canSwitchToSolo: false,
    orders: [],
    now: at('2026-11-22T10:00:00Z'),
    ...change,
  };
}

describe('a row of Your Group Buys', () => {
  it('is in whole naira, base units and milliseconds at the time of the answer', () => {
    expect(toJoinedGroupReply(row({}))).toMatchObject({
      progressPercentage: 33,
      timeRemaining: 24 * 3_600_000,
      userContributionPercentage: 33.3,
      userQuantity: 2,
      quantity: 2,
      userUnits: 10,
      userAmount: 2_000,
      amountPaid: 2_000,
      deadline: '2026-11-23T10:00:00.000Z',
    });
  });

  it('has no time left once it is not forming, and no deadline when bought alone', () => {
    expect(toJoinedGroupReply(row({ status: 'secured' })).timeRemaining).toBe(0);
    expect(toJoinedGroupReply(row({ kind: 'solo', status: 'secured' })).deadline).toBeNull();
  });

  it('gives pickup times in UTC', () => {
    const order = {
      ...{ trackingNumber: 'GB-1', name: 'Yaba', address: 'A', city: 'Yaba', hours: '9-6', code: '123456' },
      ...{ holidays: {}, expectedBy: '2026-11-27T11:00:00+01:00' },
      ...{ readyAt: '2026-11-22T11:00:00+01:00', collectBy: null, isCollected: false },
      ...{ paidAt: '2026-11-20T11:00:00+01:00', fullAt: null, packedAt: null, collectedAt: null },
      lines: [],
    };
    expect(toJoinedGroupReply(row({ orders: [order] })).orders[0]?.pickup).toMatchObject({
      readyAt: '2026-11-22T10:00:00.000Z',
      collectBy: null,
      code: '123456',
    });
  });
});

describe('sorting', () => {
  const old = row({ groupId: 'old', openedAt: at('2026-11-01T00:00:00Z'), unitsSold: 80, paidKobo: 900_000 });
  const middle = row({
    groupId: 'middle',
    openedAt: at('2026-11-10T00:00:00Z'),
    unitsSold: 10,
    paidKobo: 100_000,
  });
  const young = row({
    groupId: 'young',
    openedAt: at('2026-11-20T00:00:00Z'),
    unitsSold: 40,
    paidKobo: 500_000,
  });
  const groups = [middle, young, old].map(toJoinedGroupReply);
  const order = (sortBy?: string, sortOrder?: string): string[] =>
    sortMyGroups(groups, { ...(sortBy ? { sortBy } : {}), ...(sortOrder ? { sortOrder } : {}) }).map(
      (g) => g._id,
    );

  it.each([
    ['createdAt', 'desc', ['young', 'middle', 'old']],
    ['createdAt', 'asc', ['old', 'middle', 'young']],
    ['progressPercentage', 'desc', ['old', 'young', 'middle']],
    ['progressPercentage', 'asc', ['middle', 'young', 'old']],
    ['userAmount', 'desc', ['old', 'young', 'middle']],
    ['userAmount', 'asc', ['middle', 'young', 'old']],
    ['constructor', 'asc', ['young', 'middle', 'old']],
    [undefined, undefined, ['young', 'middle', 'old']],
  ])('by %s %s', (sortBy, sortOrder, expected) => {
    expect(order(sortBy, sortOrder)).toEqual(expected);
  });
});

it('counts by the filter tabs and leaves out what was paid back', () => {
  const group = (status: 'active' | 'secured' | 'refunded' | 'manual_review', unitsSold = 10, count = 1) => ({
    status,
    unitsSold,
    minimumViableUnits: 10,
    count,
  });
  const groups = [
    group('active', 3),
    group('secured', 10, 3),
    group('refunded', 2),
    group('manual_review'),
    group('manual_review', 4),
  ];
  expect(toJoinedGroupStatsReply({ groups, spentKobo: 450_000, units: 12 })).toEqual({
    total: 7,
    forming: 1,
    successful: 4,
    failed: 2,
    totalSpent: 4_500,
    totalUnits: 12,
  });
});
