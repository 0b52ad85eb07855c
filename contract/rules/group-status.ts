import type { GroupStatus } from '../schemas/group.ts';

/** The group buy's statuses: their names and the filter tabs; the database keeps their moves. @source spec section 4 */

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

/** The badge's word; an unknown status shows `Unknown`. */
export function statusLabel(status: string): string {
  return Object.hasOwn(LABELS, status) ? LABELS[status as GroupStatus] : 'Unknown';
}

export type GroupFilter = 'all' | 'successful' | 'failed' | 'active';

/** The stages of a batch, forward only. From `secured` on they are its group's statuses too. @source groups.md */
export const FULFILMENT_STAGES = [
  'secured',
  'processing',
  'packaging',
  'ready_for_pickup',
  'delivered',
] as const satisfies readonly GroupStatus[];
export type FulfilmentStage = (typeof FULFILMENT_STAGES)[number];

const SUCCESSFUL: readonly GroupStatus[] = ['successful', ...FULFILMENT_STAGES];

/** What the filter tabs look at. */
export interface FilteredGroup {
  status: string;
  unitsSold: number;
  minimumViableUnits: number;
}

/** @returns whether a group stands under the tab. A group in review counts by whether its minimum is met. */
export function matchesFilter(group: FilteredGroup, filter: GroupFilter): boolean {
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
      // What a newer server calls by a name that is not known here is still the member's purchase.
      return group.status === 'active' || isSuccessful || !Object.hasOwn(LABELS, group.status);
  }
}
