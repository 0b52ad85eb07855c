import { CLOCK_MOVED_CHANNEL, readDatabaseClock } from '../db/clock-offset.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseListener } from '../db/listener.ts';

/** Provides the database's current time (`app_now()` in SQL), independent of this machine's clock. */
export interface Clock {
  now(): Date;
  /** Returns real time, without the operator's `clock advance`; for tokens. */
  realNow(): Date;
}

/** Follows the offset that the operator's `clock advance` sets. */
export interface ShopClock extends Clock {
  refresh(): Promise<void>;
  /** Calls the listener after the offset has changed. */
  onMoved(listener: () => void): void;
  close(): void;
}

const REFRESH_MS = 1_000;
/** Tolerates the usual difference of synchronised clocks plus the measurement error of a busy machine. */
const TOLERATED_SKEW_MS = 5_000;

/**
 * Opens a clock that reads its offset from the `settings` row `clock_offset` (JSON number of milliseconds, absent: 0).
 * The listener reports another process's change at once; polling finds the change within a second.
 *
 * @source database.md
 */
export async function openShopClock(db: Database, listener?: DatabaseListener): Promise<ShopClock> {
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
  // While the database is unreachable the clock keeps its offset; the next tick reads again.
  const quietRefresh = (): void => void refresh().catch(() => undefined);
  const timer = setInterval(quietRefresh, REFRESH_MS);
  timer.unref();
  const stopListening = listener?.listen(CLOCK_MOVED_CHANNEL, quietRefresh);
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
 * Returns this machine's clock without manual jumps, which would make tokens too old or too young until the next read
 * of the database. Gradual corrections by a time service are followed.
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
