import { setTimeout as pause } from 'node:timers/promises';
import { type LeasedRow, leaseNextFor } from '../db/outbox-lease.ts';
import { type LeasedWork, workRow } from './leased-work.ts';

const AT_ONCE = 8;
const LOOK_MS = 250;

/** Work that waits for somebody else's machine: each row names the shopper it is for. */
export interface FairPayload {
  userId?: string;
}

/**
 * Works off a topic, at most one row of a shopper at a time: whoever's machine does not answer holds up only
 * themself. Each row is leased right before its work.
 */
export async function workFairly<Payload extends FairPayload>(
  options: LeasedWork<Payload>,
  isStopping: () => boolean,
): Promise<void> {
  const busy: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  const takeNext = async (): Promise<LeasedRow<Payload> | null> => {
    const row = await leaseNextFor<Payload>(options.db, options.topic, busy);
    if (row) busy.push(row.payload.userId ?? '');
    return row;
  };
  /** One lane after the other, so that none takes a shopper whom another has just taken. */
  const takeInTurn = (): Promise<LeasedRow<Payload> | null> => {
    const mine = turn.then(takeNext);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const runLane = async (): Promise<void> => {
    while (!isStopping()) {
      const row = await takeInTurn();
      if (row) {
        await workRow(options, row).finally(() => busy.splice(busy.indexOf(row.payload.userId ?? ''), 1));
      } else if (busy.length === 0) {
        return;
      } else {
        // Another lane still waits for an answer; what comes meanwhile must not wait with it.
        await pause(LOOK_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runLane));
}
