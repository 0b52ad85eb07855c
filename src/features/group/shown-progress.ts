import type { GroupProgress, GroupSummary } from '#contract/schemas/group.ts';

/** What the box of a product's page draws of a group's progress. */
export type ShownProgress = Pick<
  GroupProgress,
  'progressPercentage' | 'spotsRemaining' | 'groupId' | 'deadline' | 'serverTime' | 'timeRemaining'
>;

const HOUR_MS = 3_600_000;

/**
 * The progress of a group as a list of products tells it.
 *
 * @param serverTime of the list's answer: the countdown runs from it.
 */
export function progressOfSummary(
  { progressPercentage, spotsRemaining, groupId, deadline }: GroupSummary,
  serverTime: string,
  windowHours: number,
): ShownProgress {
  const timeRemaining = groupId === null ? windowHours * HOUR_MS : 0;
  return { progressPercentage, spotsRemaining, groupId, deadline, serverTime, timeRemaining };
}
