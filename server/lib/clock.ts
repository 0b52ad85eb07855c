import { CLOCK_CHANNEL, readClockOffset } from '../db/clock-offset.ts';
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
