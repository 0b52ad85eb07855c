import type { Database } from '../db/database.ts';
import type { Listener } from '../db/listener.ts';

/** The one source of "now" in code. SQL asks `app_now()`, which follows the same stored offset. */
export interface Clock {
  now(): Date;
}

/** A clock that keeps up with the offset stored by the operator's `clock advance`. */
export interface FollowingClock extends Clock {
  /** Reads the stored offset at once. */
  refresh(): Promise<void>;
  /** Called after the offset has changed, so that what waits for a time can look again. */
  onMoved(listener: () => void): void;
  close(): void;
}

/** Sent on this channel when a process moves the clock. */
const CLOCK_CHANNEL = 'clock_moved';

const REFRESH_MS = 1_000;

/**
 * Opens the clock on the `settings` row `clock_offset` (JSON number of milliseconds, absent: 0).
 * A move by another process is heard at once through the listener, and seen within a second without one.
 *
 * @source database.md
 */
export async function openClock(db: Database, listener?: Listener): Promise<FollowingClock> {
  const movedListeners: (() => void)[] = [];
  let offsetMs = await readClockOffset(db);
  const refresh = async (): Promise<void> => {
    const latest = await readClockOffset(db);
    if (latest === offsetMs) return;
    offsetMs = latest;
    for (const tell of movedListeners) tell();
  };
  // A database that is away for a moment leaves the clock as it was; the next tick asks again.
  const quietRefresh = (): void => void refresh().catch(() => undefined);
  const timer = setInterval(quietRefresh, REFRESH_MS);
  timer.unref();
  const stopListening = listener?.listen(CLOCK_CHANNEL, quietRefresh);
  return {
    now: () => new Date(Date.now() + offsetMs),
    refresh,
    onMoved: (tell) => void movedListeners.push(tell),
    close: () => {
      clearInterval(timer);
      stopListening?.();
    },
  };
}

async function readClockOffset(db: Database): Promise<number> {
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
