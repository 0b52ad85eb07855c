import { describe, expect, it } from 'vitest';
import { GroupStatus } from '../schemas/group.ts';
import { canMove, type GroupFilter, matchesFilter, statusLabel } from './group-status.ts';

const STATUSES = GroupStatus.anyOf.map((status) => status.const);

describe('group status', () => {
  it.each([
    ['active', 'Forming'],
    ['successful', 'Secured'],
    ['secured', 'Secured'],
    ['processing', 'Processing'],
    ['packaging', 'Packaging'],
    ['ready_for_pickup', 'Ready for pickup'],
    ['delivered', 'Delivered'],
    ['failed', 'Failed'],
    ['refunded', 'Refunded'],
    ['manual_review', 'Under review'],
    ['something_new', 'Unknown'],
    ['toString', 'Unknown'],
  ])('%s is shown as %s', (status, label) => {
    expect(statusLabel(status)).toBe(label);
  });

  it('makes no move out of delivered and refunded', () => {
    for (const to of STATUSES) {
      expect(canMove('delivered', to)).toBe(false);
      expect(canMove('refunded', to)).toBe(false);
    }
  });

  it('goes forward only through fulfilment', () => {
    const path: GroupStatus[] = ['secured', 'processing', 'packaging', 'ready_for_pickup', 'delivered'];
    for (const [index, from] of path.entries()) {
      for (const [other, to] of path.entries()) expect(canMove(from, to)).toBe(other === index + 1);
    }
  });

  it('fails only while forming or in review, and what failed is only refunded', () => {
    const failing = STATUSES.filter((from) => canMove(from, 'failed'));
    expect(failing).toEqual(['active', 'manual_review']);
    expect(STATUSES.filter((to) => canMove('failed', to))).toEqual(['refunded']);
  });

  const under = (status: string, unitsSold = 0): GroupFilter[] =>
    (['all', 'successful', 'failed', 'active'] as const).filter((filter) =>
      matchesFilter({ status, unitsSold, minimumViableUnits: 20 }, filter),
    );

  it.each([
    ['active', ['all', 'active']],
    ['successful', ['all', 'successful']],
    ['secured', ['all', 'successful']],
    ['processing', ['all', 'successful']],
    ['packaging', ['all', 'successful']],
    ['ready_for_pickup', ['all', 'successful']],
    ['delivered', ['all', 'successful']],
    ['failed', ['failed']],
    ['refunded', ['failed']],
    ['something_new', []],
  ])('%s stands under %j', (status, filters) => {
    expect(under(status)).toEqual(filters);
  });

  it('puts a group in review under the tabs by whether its minimum is met', () => {
    expect(under('manual_review', 20)).toEqual(['all', 'successful']);
    expect(under('manual_review', 19)).toEqual(['failed']);
  });
});
