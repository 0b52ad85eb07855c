import { CLOCK_CHANNEL, readDatabaseClock } from '../db/clock-offset.ts';
import type { Database } from '../db/database.ts';
import type { Listener } from '../db/listener.ts';

/** The one source of "now" in code: the database's, as SQL's `app_now()`, whatever this machine's own clock says. */
export interface Clock {
  now(): Date;
  /** Without the moves of the operator's `clock advance`: for tokens, and whatever else people's own clocks bear. */
  realNow(): Date;
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
/** What clocks that are set over the network differ by, and what a busy machine adds to a measurement. */
const TOLERATED_SKEW_MS = 5_000;

/**
 * Opens the clock on the `settings` row `clock_offset` (JSON number of milliseconds, absent: 0).
 * A move by another process is heard at once through the listener, and seen within a second without one.
 *
 * @source database.md
 */
export async function openClock(db: Database, listener?: Listener): Promise<FollowingClock> {
  const movedListeners: (() => void)[] = [];
  let offsetMs = 0;
  let skewMs = 0;
  const machineMs = steadyMachineClock();
  const read = async (): Promise<number> => {
    const askedMs = machineMs();
    const { realMs, offsetMs: latest } = await readDatabaseClock(db);
    const answeredMs = machineMs();
    const measuredMs = realMs - (askedMs + answeredMs) / 2;
    const isSure = answeredMs - askedMs < TOLERATED_SKEW_MS;
    if (isSure && Math.abs(measuredMs - skewMs) > TOLERATED_SKEW_MS) skewMs = measuredMs;
    return latest;
  };
  offsetMs = await read();
  const refresh = async (): Promise<void> => {
    const latest = await read();
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
    now: () => new Date(machineMs() + skewMs + offsetMs),
    realNow: () => new Date(machineMs() + skewMs),
    refresh,
    onMoved: (tell) => void movedListeners.push(tell),
    close: () => {
      clearInterval(timer);
      stopListening?.();
    },
  };
}

/**
 * This machine's clock without the leaps that somebody makes it take: until the database was asked again, each token
 * would be an hour too old or too young. What a time service does little by little is followed.
 */
function steadyMachineClock(): () => number {
  let leaptMs = 0;
  let startedMs = Date.now() - performance.now();
  return () => {
    const nowMs = Date.now();
    const wentMs = nowMs - performance.now() - startedMs;
    startedMs += wentMs;
    if (Math.abs(wentMs) > TOLERATED_SKEW_MS) leaptMs += wentMs;
    return nowMs - leaptMs;
  };
}
