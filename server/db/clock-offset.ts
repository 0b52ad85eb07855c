import type { Queryable } from './database.ts';

/** Sent on this channel when a process moves the clock. */
export const CLOCK_CHANNEL = 'clock_moved';

export interface DatabaseClock {
  /** Real time on the database's machine, ms since 1970. */
  realMs: number;
  /** How far the shop's clock is ahead of it, ms. `settings` has no row until it is moved. */
  offsetMs: number;
}

export async function readDatabaseClock(db: Queryable): Promise<DatabaseClock> {
  const rows = await db.query<DatabaseClock>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "realMs", coalesce(
       (SELECT (value #>> '{}')::float8 FROM settings WHERE key = 'clock_offset'), 0) AS "offsetMs"`,
  );
  return rows[0] as DatabaseClock;
}

/** Moves the clock of every process forward, at the commit. The caller has made sure that this is the sandbox. */
export async function advanceClock(tx: Queryable, byMs: number): Promise<void> {
  // Where it stood before the moves of the last minute: the laws judge by it until the jobs have caught up.
  await tx.query(
    `INSERT INTO settings (key, value)
     SELECT 'clock_offset_before', coalesce((SELECT value FROM settings WHERE key = 'clock_offset'), '0')
     ON CONFLICT (key) DO UPDATE SET updated_at = now(), value = CASE
       WHEN settings.updated_at > now() - interval '1 minute' THEN settings.value ELSE excluded.value END`,
  );
  await tx.query(
    `INSERT INTO settings (key, value) VALUES ('clock_offset', to_jsonb($1::numeric))
     ON CONFLICT (key) DO UPDATE SET value = to_jsonb((settings.value #>> '{}')::numeric + $1::numeric), updated_at = now()`,
    [byMs],
  );
  await tx.query('SELECT pg_notify($1, $2)', [CLOCK_CHANNEL, '']);
}
