import { CLOCK_MOVED_PG_CHANNEL, readDatabaseClock } from '../db/clock-offset.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseListener } from '../db/listener.ts';

/** Gives the database's current time (`app_now()` in SQL), because this machine's clock may be wrong. */
export interface Clock {
  now(): Date;
  /** @returns real time, even if an operator has moved the shop's clock; access tokens use it. */
  realNow(): Date;
}

/** A clock that follows the command `clock advance`, with which operators move the shop's time in a sandbox. */
export interface ShopClock extends Clock {
  refresh(): Promise<void>;
  /** Registers a listener, which is called after the offset has changed. */
  onMoved(listener: () => void): void;
  close(): void;
}

const REFRESH_MS = 1_000;
/** Differences up to this many milliseconds are no clock jump, because a busy machine measures late. */
const TOLERATED_SKEW_MS = 5_000;

/**
 * Opens a clock that follows the `settings` row `clock_offset` (milliseconds).
 * @source database.md
 */
export async function openShopClock(db: Database, listener?: DatabaseListener): Promise<ShopClock> {
  const movedListeners: (() => void)[] = [];
  let offsetMs = 0;
  let skewMs = 0;
  const machineMs = steadyMachineClock();
  const read = async (): Promise<number> => {
    const requestedMs = machineMs();
    const { realMs, offsetMs: latest } = await readDatabaseClock(db);
    const answeredMs = machineMs();
    const measuredMs = realMs - (requestedMs + answeredMs) / 2;
    const isSure = answeredMs - requestedMs < TOLERATED_SKEW_MS;
    if (isSure && Math.abs(measuredMs - skewMs) > TOLERATED_SKEW_MS) skewMs = measuredMs;
    return latest;
  };
  offsetMs = await read();
  const refresh = async (): Promise<void> => {
    const latest = await read();
    if (latest === offsetMs) return;
    offsetMs = latest;
    for (const callback of movedListeners) callback();
  };
  // A failed read is ignored, so the clock keeps its offset while the database is unreachable; the next poll reads
  // again.
  const quietRefresh = (): void => void refresh().catch(() => undefined);
  const timer = setInterval(quietRefresh, REFRESH_MS);
  timer.unref();
  const stopListening = listener?.listen(CLOCK_MOVED_PG_CHANNEL, quietRefresh);
  return {
    now: () => new Date(machineMs() + skewMs + offsetMs),
    realNow: () => new Date(machineMs() + skewMs),
    refresh,
    onMoved: (callback) => void movedListeners.push(callback),
    close: () => {
      clearInterval(timer);
      stopListening?.();
    },
  };
}

/**
 * Creates a clock that ignores jumps of the machine's clock over five seconds, so that access tokens do not suddenly
 * expire. Smaller corrections are followed.
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
