import type { GroupStatus } from '../schemas/group.ts';

/** The group buy's statuses: their names, their allowed moves and the filter tabs. @source spec section 4, domain.md section 5 */

/** Every move a group can make; the database refuses any other. */
const MOVES: Readonly<Record<GroupStatus, readonly GroupStatus[]>> = {
  active: ['successful', 'failed', 'manual_review'],
  successful: ['secured', 'manual_review'],
  secured: ['processing', 'manual_review'],
  processing: ['packaging', 'manual_review'],
  packaging: ['ready_for_pickup', 'manual_review'],
  ready_for_pickup: ['delivered'],
  delivered: [],
  failed: ['refunded'],
  refunded: [],
  manual_review: ['active', 'successful', 'secured', 'processing', 'packaging', 'failed'],
};

/** @returns whether a group may go from one status to the other, whoever moves it. */
export function canMove(from: GroupStatus, to: GroupStatus): boolean {
  return MOVES[from].includes(to);
}

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

const SUCCESSFUL: readonly GroupStatus[] = [
  'successful',
  'secured',
  'processing',
  'packaging',
  'ready_for_pickup',
  'delivered',
];

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
      return group.status === 'active' || isSuccessful;
  }
}
