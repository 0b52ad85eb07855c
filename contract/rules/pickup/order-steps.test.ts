import { describe, expect, it } from 'vitest';
import { listOrderSteps, type OrderStepTimes } from './order-steps.ts';

const group = { kind: 'open', status: 'active', deadline: '2026-11-30T10:00:00.000Z' } as const;
const PAID: OrderStepTimes = {
  paidAt: '2026-11-28T11:00:00.000Z',
  fullAt: null,
  packedAt: null,
  readyAt: null,
  expectedBy: '2026-12-05T10:00:00.000Z',
  collectBy: null,
  collectedAt: null,
};
const full = { ...PAID, fullAt: '2026-11-29T08:00:00.000Z', expectedBy: '2026-12-04T08:00:00.000Z' };
const ready = {
  ...full,
  packedAt: '2026-12-01T08:00:00.000Z',
  ...{ readyAt: '2026-12-02T08:00:00.000Z', collectBy: '2026-12-05T08:00:00.000Z' },
};

const read = (about: Parameters<typeof listOrderSteps>[0], times: OrderStepTimes): string[] =>
  listOrderSteps(about, times).map(({ step, at, expectedFrom, expectedTo }) =>
    [step, at?.slice(0, 10) ?? `${expectedFrom?.slice(0, 10) ?? ''}..${expectedTo?.slice(0, 10) ?? ''}`].join(
      ' ',
    ),
  );

describe('the way of an order', () => {
  it('begins with the payment, and the group is full by its deadline or never', () => {
    expect(read(group, PAID)).toEqual([
      'paid 2026-11-28',
      'group_full ..2026-11-30',
      'packed ..',
      'ready ..2026-12-05',
      'collected ..',
    ]);
  });

  it('is expected at its centre from 2 days after the group is full', () => {
    expect(read({ ...group, status: 'secured' }, full).slice(1)).toEqual([
      'group_full 2026-11-29',
      'packed ..',
      'ready 2026-12-01..2026-12-04',
      'collected ..',
    ]);
  });

  it('gives until a day to collect, once the goods are ready', () => {
    expect(read({ ...group, status: 'ready_for_pickup' }, ready).slice(2)).toEqual([
      'packed 2026-12-01',
      'ready 2026-12-02',
      'collected ..2026-12-05',
    ]);
  });

  it('ends with the day of collection', () => {
    const collected = { ...ready, collectedAt: '2026-12-03T08:00:00.000Z' };
    expect(read({ ...group, status: 'delivered' }, collected).at(-1)).toBe('collected 2026-12-03');
  });

  it('waits for nobody when bought alone', () => {
    expect(
      read(
        { ...group, kind: 'solo', status: 'secured' },
        { ...PAID, fullAt: PAID.paidAt, expectedBy: '2026-12-03T11:00:00.000Z' },
      ),
    ).toEqual(['paid 2026-11-28', 'packed ..', 'ready 2026-11-30..2026-12-03', 'collected ..']);
  });

  it('promises no day while the group is under review', () => {
    expect(read({ ...group, status: 'manual_review' }, full)).toEqual([
      'paid 2026-11-28',
      'group_full 2026-11-29',
      'packed ..',
      'ready ..',
      'collected ..',
    ]);
  });

  it('is over when the group failed, except for what was collected before', () => {
    expect(listOrderSteps({ ...group, status: 'failed' }, PAID)).toEqual([]);
    expect(listOrderSteps({ ...group, status: 'refunded' }, PAID)).toEqual([]);
    const collected = { ...ready, collectedAt: '2026-12-03T08:00:00.000Z' };
    expect(read({ ...group, status: 'failed' }, collected)).toHaveLength(5);
  });
});
