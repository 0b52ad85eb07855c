import {
  calculateGroupProgressPercent,
  calculateGroupUnitsRemaining,
  calculateTimeRemainingMs,
} from '#contract/rules/group/group-progress.ts';
import { chooseGroupDurationHours } from '#contract/rules/group/group-window.ts';
import { formatInitials } from '#contract/rules/people/short-name.ts';
import type { GroupProgress, GroupProgressEvent } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';
import { findGroupProgress, type GroupProgressRow } from './group-progress-repository.ts';

/**
 * Reads the product's joinable group, else one that became full in the last 10 minutes, else an empty one (`groupId`
 * null).
 * @param windowHours duration of a group whose product has none of its own.
 * @returns null when the product is not on sale.
 * @source groups.md
 */
export async function readGroupProgress(
  db: Queryable,
  productId: string,
  windowHours: number,
): Promise<GroupProgress | null> {
  const row = await findGroupProgress(db, productId);
  return row ? presentProgress(row, windowHours) : null;
}

/** Builds the live event about a product's group for open pages; null: the product is not on sale. */
export async function buildGroupProgressEvent(
  db: Queryable,
  productId: string,
  windowHours: number,
): Promise<GroupProgressEvent | null> {
  const progress = await readGroupProgress(db, productId, windowHours);
  if (!progress) return null;
  const { groupId, status, spotsRemaining: spots, minimumViableUnits, deadline, serverTime } = progress;
  return {
    productId,
    groupId,
    status,
    progressPercentage: progress.progressPercentage,
    spotsRemaining: spots,
    minimumViableUnits,
    participantCount: progress.participantCount,
    lastJoinedAt: progress.lastJoinedAt,
    memberInitials: progress.memberInitials,
    deadline,
    serverTime,
  };
}

function presentProgress(row: GroupProgressRow, shopWindowHours: number): GroupProgress {
  const unitsSold = row.unitsSold ?? 0;
  const minimumViableUnits = row.minUnits ?? row.productMinUnits;
  const isRunning = row.status === 'active';
  return {
    progressPercentage: calculateGroupProgressPercent(unitsSold, minimumViableUnits),
    timeRemaining: row.groupId
      ? isRunning && row.deadline
        ? calculateTimeRemainingMs(row.deadline.getTime(), row.now.getTime())
        : 0
      : Math.round(chooseGroupDurationHours(row.windowHours, shopWindowHours) * 3_600_000),
    spotsRemaining: calculateGroupUnitsRemaining(unitsSold, minimumViableUnits),
    groupId: row.groupId,
    status: row.status ?? 'active',
    unitsSold,
    minimumViableUnits,
    participantCount: row.participantCount ?? 0,
    lastJoinedAt: row.lastJoinedAt?.toISOString() ?? null,
    memberInitials: row.memberNames.map(formatInitials),
    deadline: row.deadline?.toISOString() ?? null,
    serverTime: row.now.toISOString(),
  };
}
