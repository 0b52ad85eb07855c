import type { Queryable } from '../db/database.ts';

/**
 * Reads the clock of the database server's machine, in seconds since 1970. Each machine compares its own clock with it.
 */
export async function readDatabaseUnixSeconds(db: Queryable): Promise<number> {
  const rows = await db.query<{ seconds: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds',
  );
  return rows[0]?.seconds ?? Number.NaN;
}

/** Returns true when a commit of this shop's database role has waited `seconds` for a synchronous replica. */
export async function areCommitsWaitingForReplica(db: Queryable, seconds: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event = 'SyncRep'
       AND state_change < clock_timestamp() - make_interval(secs => $1) LIMIT 1`,
    [seconds],
  );
  return rows.length > 0;
}
