import type { GroupProgress, GroupSummary } from '#contract/schemas/group.ts';

/** Selects the fields of a group's progress that the product page shows. */
export type DisplayedGroupProgress = Pick<
  GroupProgress,
  'progressPercentage' | 'spotsRemaining' | 'groupId' | 'deadline' | 'serverTime' | 'timeRemaining'
> &
  Partial<GroupBuyers>;

/** Data about the members of a group; absent in lists and in data saved by an older release. */
export type GroupBuyers = Pick<GroupProgress, 'participantCount' | 'lastJoinedAt' | 'memberInitials'>;

const HOUR_MS = 3_600_000;

/** Builds a group's progress from the product list. @param serverTime of the list's response; the countdown's start. */
export function toDisplayedGroupProgress(
  { progressPercentage, spotsRemaining, groupId, deadline }: GroupSummary,
  serverTime: string,
  windowHours: number,
): DisplayedGroupProgress {
  const timeRemaining = groupId === null ? windowHours * HOUR_MS : 0;
  return { progressPercentage, spotsRemaining, groupId, deadline, serverTime, timeRemaining };
}
