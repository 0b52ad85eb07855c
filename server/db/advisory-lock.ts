import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';

const LOOK_MS = 200;

/** Runs `work` while holding the database lock with this name. Other instances wait without a time limit. */
export async function withAdvisoryLock<Result>(
  db: Database,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const noLimits = { lock_timeout: 0, statement_timeout: 0, query_timeout: 0 };
  const client = new pg.Client({ ...db.pool.options, ...noLimits });
  // Without a listener for `error`, a lost connection would end the process. The next statement reports the loss.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The lock is polled, because a waiting statement would block the online build of an index.
    const look = `SELECT pg_try_advisory_lock(hashtextextended('${name}:' || current_schema(), 0)) AS "isMine"`;
    while (!(await client.query<{ isMine: boolean }>(look)).rows[0]?.isMine) await pause(LOOK_MS);
    return await work(client);
  } finally {
    await client.end();
  }
}
