import { formatBaseUnitQuantity } from '#contract/rules/product/unit-quantity.ts';
import type { GroupInvitation } from '#contract/schemas/group.ts';
import type { DisplayedGroupProgress } from '../progress/displayed-progress.ts';

type Shown = Pick<DisplayedGroupProgress, 'groupId' | 'spotsRemaining'>;

/**
 * Describes the state of a shared group, such as `is full`, to follow `Ada's group`, and where to join now.
 * @param shown the product's group that a buyer would join now.
 */
export function describeGroupInvitation(
  { groupId, status }: Pick<GroupInvitation, 'groupId' | 'status'>,
  shown: Shown,
  baseUnitName: string | null,
): { state: string; next: string } {
  const missing = `${formatBaseUnitQuantity(shown.spotsRemaining, baseUnitName)} more`;
  const isOpen = shown.groupId !== null && shown.spotsRemaining > 0;
  if (isOpen && shown.groupId === groupId) return { state: `needs ${missing}.`, next: 'Join it here.' };
  return {
    state: shown.groupId === groupId ? FULL : describeEnd(status),
    next: isOpen ? `The next group needs ${missing}. Join it here.` : 'You can start the next group here.',
  };
}

const FULL = 'is full.';

function describeEnd(status: GroupInvitation['status']): string {
  // It missed its minimum, or an operator failed it although it was full.
  if (status === 'failed' || status === 'refunded')
    return 'did not go through. Everyone in it gets their money back.';
  // A group stays active after its deadline until its last payments have ended, but nobody can join it any more.
  if (status === 'active' || status === 'manual_review') return 'is closed.';
  return FULL;
}
