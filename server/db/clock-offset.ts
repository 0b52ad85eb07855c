import type { Queryable } from './database.ts';

export const CLOCK_CHANNEL = 'clock_moved';

export interface DatabaseClock {
  /** Real time of the database server, ms since 1970. */
  realMs: number;
  /** Offset of the shop's clock, ms. `settings` has no row until it is moved. */
  offsetMs: number;
}

export async function readDatabaseClock(db: Queryable): Promise<DatabaseClock> {
  const rows = await db.query<DatabaseClock>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "realMs", coalesce(
       (SELECT (value #>> '{}')::float8 FROM settings WHERE key = 'clock_offset'), 0) AS "offsetMs"`,
  );
  return rows[0] as DatabaseClock;
}

/**
 * The shop's time in SQL, for deadlines that must let pending work finish first. For a minute after a clock move it
 * continues from the old time: what was overdue stays overdue, what the move made overdue gets a minute.
 */
export const SETTLED_NOW_SQL = `(SELECT CASE WHEN count(*) = 0 THEN app_now()
    ELSE now() + min((value #>> '{}')::float8) * interval '1 millisecond' END
  FROM settings WHERE key = 'clock_offset_before' AND updated_at > now() - interval '1 minute')`;

/** Moves the clock of every process forward at the commit. The caller has checked that this is the sandbox. */
export async function advanceClock(tx: Queryable, byMs: number): Promise<void> {
  // The clock before the moves of the last minute: see `SETTLED_NOW_SQL`.
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
