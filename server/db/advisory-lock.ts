import type pg from 'pg';
import type { Database } from './database.ts';

/**
 * Works while holding a lock by name and schema: of several instances that start together one works and the others
 * wait, however long it takes. The database gives the lock back by itself when the process dies.
 *
 * @param work may use the connection that holds the lock.
 */
export async function underAdvisoryLock<Result>(
  db: Database,
  name: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.pool.connect();
  const key = `hashtextextended('${name}:' || current_schema(), 0)`;
  try {
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await client.query(`SELECT pg_advisory_lock(${key})`);
    return await work(client);
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${key})`).catch(() => undefined);
    await client.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
    client.release();
  }
}
