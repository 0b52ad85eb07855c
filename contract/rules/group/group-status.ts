import type { GroupStatus } from '../../schemas/group.ts';

/**
 * Labels and filters the statuses of a group. The database decides which status may follow which. @source spec section
 * 4
 */

const LABELS: Readonly<Record<GroupStatus, string>> = {
  active: 'Forming',
  successful: 'Secured',
  secured: 'Secured',
  processing: 'Processing',
  packaging: 'Packaging',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  failed: 'Failed',
  refunded: 'Refunded',
  manual_review: 'Under review',
};

export function getGroupStatusLabel(status: string): string {
  return Object.hasOwn(LABELS, status) ? LABELS[status as GroupStatus] : 'Unknown';
}

export type GroupListFilter = 'all' | 'successful' | 'failed' | 'active';

/** A group's goods move only forward through these stages, which are also statuses of the group. @source groups.md */
export const FULFILMENT_STAGES = [
  'secured',
  'processing',
  'packaging',
  'ready_for_pickup',
  'delivered',
] as const satisfies readonly GroupStatus[];
export type FulfilmentStage = (typeof FULFILMENT_STAGES)[number];

const SUCCESSFUL: readonly GroupStatus[] = ['successful', ...FULFILMENT_STAGES];

export interface FilterableGroup {
  status: string;
  unitsSold: number;
  minimumViableUnits: number;
}

/** Decides whether a filter lists the group. A group in review counts as successful when its minimum is met. */
export function matchesGroupFilter(group: FilterableGroup, filter: GroupListFilter): boolean {
  const isFilled = group.unitsSold >= group.minimumViableUnits;
  const inReview = group.status === 'manual_review';
  const isSuccessful = (SUCCESSFUL as readonly string[]).includes(group.status) || (inReview && isFilled);
  switch (filter) {
    case 'active':
      return group.status === 'active';
    case 'successful':
      return isSuccessful;
    case 'failed':
      return group.status === 'failed' || group.status === 'refunded' || (inReview && !isFilled);
    case 'all':
      // A newer server may send a status that this app does not know. The group is still listed, because the member
      // paid for it.
      return group.status === 'active' || isSuccessful || !Object.hasOwn(LABELS, group.status);
  }
}
