import { advanceShopClock } from '../../server/db/clock-offset.ts';
import type { Database, Queryable } from '../../server/db/database.ts';
import type { Clock } from '../../server/lib/clock.ts';

/** Advances the shop's clock in code and SQL together, as the operator's `clock advance` does. */
export interface SettableClock extends Clock {
  advance(ms: number): Promise<void>;
}

/** Open only one clock for a database, because two would not see each other's changes. */
export function openSettableClock(db: Database): SettableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    realNow: () => new Date(),
    async advance(ms) {
      await db.transaction((tx) => advanceShopClock(tx, ms));
      offsetMs += ms;
    },
  };
}

/** Backdates the last clock change, so that no earlier operation can still be running. */
export async function backdateLastClockMove(db: Queryable): Promise<void> {
  await db.query(
    `UPDATE settings SET updated_at = updated_at - interval '1 minute' WHERE key = 'clock_offset_before'`,
  );
}
