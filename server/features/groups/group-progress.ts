import { progressPercentage, spotsRemaining, timeRemainingMs } from '#contract/rules/group-progress.ts';
import { groupWindowHours } from '#contract/rules/group-window.ts';
import type { GroupProgress, GroupProgressEvent } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';
import { findProgress, type ProgressRow } from './group-progress-repository.ts';

/**
 * Reads the group that a join would enter now. For 10 minutes after a success it is the full one unless a new one has
 * opened; else a virtual one at 0 % (`groupId` null, the product's whole duration left).
 *
 * @source groups.md
 * @param windowHours how long a group runs whose product has no duration of its own.
 * @returns null: no such product on sale.
 */
export async function readGroupProgress(
  db: Queryable,
  productId: string,
  windowHours: number,
): Promise<GroupProgress | null> {
  const row = await findProgress(db, productId);
  return row ? presentProgress(row, windowHours) : null;
}

/** Reads the same data in the form of a list item, for pages that watch a product. */
export async function readProgressEvent(
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
    deadline,
    serverTime,
  };
}

function presentProgress(row: ProgressRow, shopWindowHours: number): GroupProgress {
  const unitsSold = row.unitsSold ?? 0;
  const minimumViableUnits = row.minUnits ?? row.productMinUnits;
  const isRunning = row.status === 'active';
  return {
    progressPercentage: progressPercentage(unitsSold, minimumViableUnits),
    timeRemaining: row.groupId
      ? isRunning && row.deadline
        ? timeRemainingMs(row.deadline.getTime(), row.now.getTime())
        : 0
      : Math.round(groupWindowHours(row.windowHours, shopWindowHours) * 3_600_000),
    spotsRemaining: spotsRemaining(unitsSold, minimumViableUnits),
    groupId: row.groupId,
    status: row.status ?? 'active',
    unitsSold,
    minimumViableUnits,
    participantCount: row.participantCount ?? 0,
    deadline: row.deadline?.toISOString() ?? null,
    serverTime: row.now.toISOString(),
  };
}
