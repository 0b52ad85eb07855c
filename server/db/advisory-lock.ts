import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';

const LOOK_MS = 200;

/**
 * Works while holding a lock by name and schema: of several instances that start together one works and the others
 * wait, however long it takes. The database gives the lock back by itself when the process dies.
 *
 * @param work may use the connection that holds the lock: one of its own, without a shopper's limits.
 */
export async function underAdvisoryLock<Result>(
  db: Database,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const noLimits = { lock_timeout: 0, statement_timeout: 0, query_timeout: 0 };
  const client = new pg.Client({ ...db.pool.options, ...noLimits });
  // Its loss is told by the statement that it befalls.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Who waits inside a statement has a snapshot open, for which an index that is built online would wait in turn.
    const look = `SELECT pg_try_advisory_lock(hashtextextended('${name}:' || current_schema(), 0)) AS "isMine"`;
    while (!(await client.query<{ isMine: boolean }>(look)).rows[0]?.isMine) await pause(LOOK_MS);
    return await work(client);
  } finally {
    await client.end();
  }
}
