import type { Queryable } from '../db/database.ts';

/** The database's own clock, in seconds since 1970. */
export async function readDatabaseSeconds(db: Queryable): Promise<number> {
  const rows = await db.query<{ seconds: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds',
  );
  return rows[0]?.seconds ?? Number.NaN;
}
