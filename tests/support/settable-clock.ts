import { advanceClock } from '../../server/db/clock-offset.ts';
import type { Database, Queryable } from '../../server/db/database.ts';
import type { Clock } from '../../server/lib/clock.ts';

/** The shop's clock in a test: moves code and SQL together, as the operator's `clock advance` does. */
export interface SettableClock extends Clock {
  advance(ms: number): Promise<void>;
}

/** Opened once for a database: two would not know of each other. */
export function openSettableClock(db: Database): SettableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    realNow: () => new Date(),
    async advance(ms) {
      await db.transaction((tx) => advanceClock(tx, ms));
      offsetMs += ms;
    },
  };
}

/** As if the last move were longer ago than what was on its way at it can be. */
export async function letClockSettle(db: Queryable): Promise<void> {
  await db.query(
    `UPDATE settings SET updated_at = updated_at - interval '1 minute' WHERE key = 'clock_offset_before'`,
  );
}
