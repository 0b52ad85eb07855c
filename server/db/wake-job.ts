import type { Queryable } from './database.ts';

export const JOB_WAKE_PG_CHANNEL = 'job_wake';

/** Makes any one instance run the job as soon as the transaction commits. */
export async function wakeJob(tx: Queryable, name: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [JOB_WAKE_PG_CHANNEL, name]);
}
