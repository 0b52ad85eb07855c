import type { Database, Queryable } from './database.ts';

/** Sent on this channel when a process moves the clock. */
export const CLOCK_CHANNEL = 'clock_moved';

/** How far the shop's clock is ahead, ms. `settings` has no row until it is moved. */
export async function readClockOffset(db: Queryable): Promise<number> {
  const rows = await db.query<{ offset_ms: number }>(
    `SELECT (value #>> '{}')::numeric AS offset_ms FROM settings WHERE key = 'clock_offset'`,
  );
  return rows[0]?.offset_ms ?? 0;
}

/** Moves the clock of every process forward. The caller has made sure that this is the sandbox. */
export async function advanceClock(db: Database, byMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO settings (key, value) VALUES ('clock_offset', to_jsonb($1::numeric))
       ON CONFLICT (key) DO UPDATE SET value = to_jsonb((settings.value #>> '{}')::numeric + $1::numeric), updated_at = now()`,
      [byMs],
    );
    await tx.query('SELECT pg_notify($1, $2)', [CLOCK_CHANNEL, '']);
  });
}
