import type { Queryable } from '../db/database.ts';

/** Counts pending work in the database, so the values are the same on every instance. */
export interface PendingWorkCounts {
  jobs: JobState[];
  outbox: OutboxState[];
  alarms: OpenAlarms[];
}

interface JobState {
  job: string;
  /** Time of the job's last completed run on any instance, seconds since 1970. */
  finishedAt: number;
  failures: number;
}

interface OutboxState {
  topic: string;
  /** Number of rows of this topic that are not processed yet, also those that are not due yet. */
  waiting: number;
  dead: number;
  /** Age of the oldest due row in seconds; 0: no row is due. */
  oldestSeconds: number;
}

interface OpenAlarms {
  kind: string;
  open: number;
}

export async function readPendingWorkCounts(db: Queryable): Promise<PendingWorkCounts> {
  const [jobs, outbox, alarms] = await Promise.all([
    db.query<JobState>(
      `SELECT job, extract(epoch FROM finished_at)::float8 AS "finishedAt", failures::float8 AS failures
       FROM job_runs WHERE finished_at IS NOT NULL`,
    ),
    db.query<OutboxState>(
      `SELECT topic, sum(waiting)::int AS waiting, sum(dead)::int AS dead,
         greatest(0, extract(epoch FROM now() - min(due)))::float8 AS "oldestSeconds"
       FROM (SELECT topic, count(*) AS waiting, 0 AS dead, min(available_at) AS due
             FROM outbox WHERE done_at IS NULL AND dead_at IS NULL GROUP BY topic
             UNION ALL
             SELECT topic, 0, count(*), NULL
             FROM outbox WHERE dead_at IS NOT NULL AND done_at IS NULL GROUP BY topic) AS rows
       GROUP BY topic`,
    ),
    db.query<OpenAlarms>(
      'SELECT kind, count(*)::int AS open FROM alarms WHERE over_at IS NULL GROUP BY kind',
    ),
  ]);
  return { jobs, outbox, alarms };
}
