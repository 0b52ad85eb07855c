import type { Queryable } from '../../db/database.ts';
import { buildStartOfDaySql } from '../../ledger/ledger-days.ts';

/** A kind of work that waits for an operator. */
export interface WaitingWorkRow {
  what: string;
  count: number;
  oldestAt: Date | null;
  /** The command that lists it; null: none. */
  command: string | null;
}

/** Sorted by the oldest item; kinds without items are left out. */
export async function readWaitingWork(db: Queryable): Promise<WaitingWorkRow[]> {
  return db.query<WaitingWorkRow>(
    `SELECT what, count, "oldestAt", command FROM (
       SELECT 'Recovery requests' AS what, count(*)::int AS count, min(created_at) AS "oldestAt",
           'recovery list' AS command
         FROM recovery_requests WHERE status = 'open'
       UNION ALL SELECT 'Actions waiting for approval', count(*)::int, min(created_at), 'approval list'
         FROM operator_proposals WHERE status = 'open' AND expires_at > app_now()
       UNION ALL SELECT 'Groups under review', count(*)::int, min(review_due), 'group list'
         FROM groups WHERE status = 'manual_review'
       UNION ALL SELECT 'Reconciliation items', count(*)::int, min(created_at), 'recon list'
         FROM recon_items WHERE status = 'open'
       UNION ALL SELECT 'Pickups overdue', count(*)::int, min(ready_at), 'pickup list'
         FROM owed_lines WHERE is_overdue
       UNION ALL SELECT 'Goods handed out without a valid code', count(*)::int, min(created_at), 'item unproven'
         FROM unproven_hand_outs WHERE outcome IS NULL
       UNION ALL SELECT 'Alarms', count(*)::int, min(raised_at), 'alarm list'
         FROM alarms WHERE over_at IS NULL
       UNION ALL SELECT 'Failed tasks', count(*)::int, min(dead_at), 'outbox dead'
         FROM outbox WHERE dead_at IS NOT NULL AND done_at IS NULL
       UNION ALL SELECT 'Failed jobs (' || string_agg(job, ', ' ORDER BY finished_at) || ')', count(*)::int,
           min(finished_at), 'job list'
         FROM job_runs WHERE NOT ok
     ) waiting WHERE count > 0 ORDER BY "oldestAt" NULLS LAST, what`,
  );
}

/** Counts groups by the hour in which their deadline falls, starting with the next hour. */
export async function readGroupsNearDeadline(
  db: Queryable,
  hours: number,
): Promise<{ inHours: number; groups: number }[]> {
  return db.query<{ inHours: number; groups: number }>(
    `SELECT n AS "inHours", count(g.id)::int AS groups FROM generate_series(1, $1::int) n
       LEFT JOIN groups g ON g.status = 'active' AND g.kind = 'open'
         AND g.deadline > app_now() + make_interval(hours => n - 1)
         AND g.deadline <= app_now() + make_interval(hours => n)
     GROUP BY n ORDER BY n`,
    [hours],
  );
}

/** Figures of one day in Lagos. Kobo. */
export interface DayFiguresRow {
  day: string;
  orders: number;
  orderedKobo: number;
  attempts: number;
  newShoppers: number;
}

const TODAY = `(app_now() AT TIME ZONE 'Africa/Lagos')::date`;
/** Inlined instead of read from a CTE, because the planner could not estimate the number of rows then. */
const SINCE = buildStartOfDaySql(`${TODAY} - $1::int + 1`);

/** Ends with today; oldest first. */
export async function readDayFigures(db: Queryable, days: number): Promise<DayFiguresRow[]> {
  return db.query<DayFiguresRow>(
    `WITH paid AS (
       SELECT (created_at AT TIME ZONE 'Africa/Lagos')::date AS day, count(*)::int AS attempts,
         count(*) FILTER (WHERE outcome = 'ordered')::int AS orders,
         coalesce(sum(total_kobo) FILTER (WHERE outcome = 'ordered'), 0)::bigint AS kobo
       FROM payments WHERE created_at >= ${SINCE} GROUP BY 1),
     joined AS (
       SELECT (created_at AT TIME ZONE 'Africa/Lagos')::date AS day, count(*)::int AS shoppers
       FROM users WHERE created_at >= ${SINCE} GROUP BY 1)
     SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(p.orders, 0) AS orders, coalesce(p.kobo, 0) AS "orderedKobo",
       coalesce(p.attempts, 0) AS attempts, coalesce(j.shoppers, 0) AS "newShoppers"
     FROM (SELECT ${TODAY} - n AS day FROM generate_series(0, $1::int - 1) n) d
       LEFT JOIN paid p ON p.day = d.day LEFT JOIN joined j ON j.day = d.day
     ORDER BY d.day`,
    [days],
  );
}
