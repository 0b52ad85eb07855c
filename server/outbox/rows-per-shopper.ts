import { setTimeout as pause } from 'node:timers/promises';
import { type ProcessLeasedOutboxRowsOptions, processLeasedOutboxRow } from './leased-rows.ts';
import type { OutboxTopic } from './outbox.ts';
import { type LeasedOutboxRowOfShopper, leaseOldestOutboxRowExceptShoppers } from './outbox-lease.ts';

const AT_ONCE = 8;
const LOOK_MS = 250;

/** Processes at most one row of each shopper at a time, so that a slow push service delays only its own shoppers. */
export async function processOutboxRowsOnePerShopper<T extends OutboxTopic>(
  options: ProcessLeasedOutboxRowsOptions<T>,
  isStopping: () => boolean,
): Promise<void> {
  const busy: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  const takeNext = async (): Promise<LeasedOutboxRowOfShopper | null> => {
    const row = await leaseOldestOutboxRowExceptShoppers(options.db, options.topic, busy);
    if (row) busy.push(row.userId);
    return row;
  };
  /** The parallel workers lease rows one after another, so that no two get rows of the same shopper. */
  const takeInTurn = (): Promise<LeasedOutboxRowOfShopper | null> => {
    const mine = turn.then(takeNext);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const runLane = async (): Promise<void> => {
    while (!isStopping()) {
      const row = await takeInTurn();
      if (row) {
        await processLeasedOutboxRow(options, row).finally(() => busy.splice(busy.indexOf(row.userId), 1));
      } else if (busy.length === 0) {
        return;
      } else {
        // Further due rows may be of shoppers whose rows other workers are processing, so this worker looks again
        // later.
        await pause(LOOK_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runLane));
}
