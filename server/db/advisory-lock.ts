import pg from 'pg';
import type { Database } from './database.ts';

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
    await client.query(`SELECT pg_advisory_lock(hashtextextended('${name}:' || current_schema(), 0))`);
    return await work(client);
  } finally {
    await client.end();
  }
}
