import { setTimeout as pause } from 'node:timers/promises';
import { type LeasedWork, processRow } from './leased-work.ts';
import type { Topic } from './outbox.ts';
import { type LeasedRowFor, leaseNextRowFor } from './outbox-lease.ts';

const AT_ONCE = 8;
const LOOK_MS = 250;

/** Processes at most one row per shopper at a time, so that a silent push service delays only its own shopper. */
export async function processFairly<T extends Topic>(
  options: LeasedWork<T>,
  isStopping: () => boolean,
): Promise<void> {
  const busy: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  const takeNext = async (): Promise<LeasedRowFor | null> => {
    const row = await leaseNextRowFor(options.db, options.topic, busy);
    if (row) busy.push(row.userId);
    return row;
  };
  /** Lets parallel lanes claim one after another, so that no two lanes claim rows of the same shopper. */
  const takeInTurn = (): Promise<LeasedRowFor | null> => {
    const mine = turn.then(takeNext);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const runLane = async (): Promise<void> => {
    while (!isStopping()) {
      const row = await takeInTurn();
      if (row) {
        await processRow(options, row).finally(() => busy.splice(busy.indexOf(row.userId), 1));
      } else if (busy.length === 0) {
        return;
      } else {
        // Other lanes still wait for responses, so this lane keeps polling for new rows.
        await pause(LOOK_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runLane));
}
