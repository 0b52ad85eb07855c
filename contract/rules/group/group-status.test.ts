import { describe, expect, it } from 'vitest';
import { type GroupListFilter, getGroupStatusLabel, matchesGroupFilter } from './group-status.ts';

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
    expect(getGroupStatusLabel(status)).toBe(label);
  });

  const under = (status: string, unitsSold = 0): GroupListFilter[] =>
    (['all', 'successful', 'failed', 'active'] as const).filter((filter) =>
      matchesGroupFilter({ status, unitsSold, minimumViableUnits: 20 }, filter),
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
    ['something_new', ['all']],
  ])('%s stands under %j', (status, filters) => {
    expect(under(status)).toEqual(filters);
  });

  it('puts a group in review under the tabs by whether its minimum is met', () => {
    expect(under('manual_review', 20)).toEqual(['all', 'successful']);
    expect(under('manual_review', 19)).toEqual(['failed']);
  });
});
