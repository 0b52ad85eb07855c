import type { Queryable } from '../db/database.ts';

export interface JobRun {
  /** Duration of the last run in seconds. */
  seconds: number;
  /** Error type of the last run; null: success. */
  failure: string | null;
  runs: number;
}

export async function saveJobRuns(
  db: Queryable,
  job: string,
  { seconds, failure, runs }: JobRun,
): Promise<void> {
  await db.query(
    `INSERT INTO job_runs AS j (job, started_at, finished_at, ok, note, runs, failures)
     VALUES ($1, now() - make_interval(secs => $2), now(), $3, $4, $5, $6)
     ON CONFLICT (job) DO UPDATE SET started_at = excluded.started_at, finished_at = excluded.finished_at,
       ok = excluded.ok, note = excluded.note,
       runs = j.runs + excluded.runs, failures = j.failures + excluded.failures`,
    [job, seconds, failure === null, failure, runs, failure === null ? 0 : 1],
  );
}

export interface FailedJob {
  job: string;
  failedAt: Date;
  lastError: string | null;
  runs: number;
  failures: number;
}

export async function findFailedJobs(db: Queryable): Promise<FailedJob[]> {
  return db.query<FailedJob>(
    `SELECT job, finished_at AS "failedAt", note AS "lastError", runs::int, failures::int
     FROM job_runs WHERE NOT ok ORDER BY finished_at, job`,
  );
}
