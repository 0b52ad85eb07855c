import type { Queryable } from './database.ts';

export const CLOCK_MOVED_PG_CHANNEL = 'clock_moved';

export interface DatabaseClockReading {
  /** Real time of the database server, milliseconds since 1970. */
  realMs: number;
  /** Milliseconds by which the shop's clock is ahead of real time, in a sandbox whose clock was moved. */
  offsetMs: number;
}

export async function readDatabaseClock(db: Queryable): Promise<DatabaseClockReading> {
  const rows = await db.query<DatabaseClockReading>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "realMs", coalesce(
       (SELECT (value #>> '{}')::float8 FROM settings WHERE key = 'clock_offset'), 0) AS "offsetMs"`,
  );
  return rows[0] as DatabaseClockReading;
}

/**
 * Deadlines are checked against this time. For a minute after an operator has moved the shop's clock, it is still the
 * old time, so that pending work can finish before it is overdue.
 */
export const SHOP_TIME_FOR_DEADLINES_SQL = `(SELECT CASE WHEN count(*) = 0 THEN app_now()
    ELSE now() + min((value #>> '{}')::float8) * interval '1 millisecond' END
  FROM settings WHERE key = 'clock_offset_before' AND updated_at > now() - interval '1 minute')`;

/** Moves the shop's clock forward for all processes at the commit. The caller must ensure that this is a sandbox. */
export async function advanceShopClock(tx: Queryable, byMs: number): Promise<void> {
  // The old offset is stored too, because `SHOP_TIME_FOR_DEADLINES_SQL` uses it for another minute.
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
  await tx.query('SELECT pg_notify($1, $2)', [CLOCK_MOVED_PG_CHANNEL, '']);
}
