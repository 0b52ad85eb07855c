import type { GroupProgress, ProductGroupSummary } from '#contract/schemas/group.ts';

/** The fields of a group's progress that the product page shows. */
export type DisplayedGroupProgress = Pick<
  GroupProgress,
  'progressPercentage' | 'spotsRemaining' | 'groupId' | 'deadline' | 'serverTime' | 'timeRemaining'
> &
  Partial<GroupBuyerSummary>;

/** Data about a group's buyers; absent in lists. */
export type GroupBuyerSummary = Pick<GroupProgress, 'participantCount' | 'lastJoinedAt' | 'memberInitials'>;

const HOUR_MS = 3_600_000;

/**
 * Builds a group's progress from a product of the list.
 * @param serverTime time of the list's response, from which the countdown starts.
 */
export function toDisplayedGroupProgress(
  { progressPercentage, spotsRemaining, groupId, deadline }: ProductGroupSummary,
  serverTime: string,
  windowHours: number,
): DisplayedGroupProgress {
  const timeRemaining = groupId === null ? windowHours * HOUR_MS : 0;
  return { progressPercentage, spotsRemaining, groupId, deadline, serverTime, timeRemaining };
}
