import { progressPercentage, spotsRemaining, timeRemainingMs } from '#contract/rules/group-progress.ts';
import type { GroupProgress, GroupProgressEvent, GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';

interface ProgressRow {
  productMinUnits: number;
  groupId: string | null;
  status: GroupStatus | null;
  unitsSold: number | null;
  minUnits: number | null;
  participantCount: number | null;
  deadline: Date | null;
  now: Date;
}

/**
 * The group a join of the product would land in now; for 10 minutes after a success the full one, unless a new one
 * has opened; else a virtual one at 0 % (`groupId` null, the product's whole window ahead).
 *
 * @source groups.md
 * @param windowHours how long a group runs whose product names no window.
 * @returns null: no such product on sale.
 */
export async function readGroupProgress(
  db: Queryable,
  productId: string,
  windowHours: number,
): Promise<GroupProgress | null> {
  const [row] = await db.query<ProgressRow & { windowHours: number }>(
    `SELECT p.min_units AS "productMinUnits", coalesce(p.window_hours, $2)::float8 AS "windowHours", app_now() AS now,
       g.id AS "groupId", g.status, g.units_sold AS "unitsSold", g.min_units AS "minUnits",
       g.participant_count AS "participantCount", g.deadline
     FROM products p
     LEFT JOIN LATERAL shown_group(p.id) g ON true
     WHERE p.id = $1 AND p.active`,
    [productId, windowHours],
  );
  return row ? presentProgress(row, row.windowHours) : null;
}

/** The same as a list shows it, for the watchers of a product. */
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

function presentProgress(row: ProgressRow, windowHours: number): GroupProgress {
  const unitsSold = row.unitsSold ?? 0;
  const minimumViableUnits = row.minUnits ?? row.productMinUnits;
  const isRunning = row.status === 'active';
  return {
    progressPercentage: progressPercentage(unitsSold, minimumViableUnits),
    timeRemaining: row.groupId
      ? isRunning && row.deadline
        ? timeRemainingMs(row.deadline.getTime(), row.now.getTime())
        : 0
      : Math.round(windowHours * 3_600_000),
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
