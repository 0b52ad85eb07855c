import type { Database } from '../db/database.ts';
import {
  isPayloadOf,
  NeverAnswered,
  OUTBOX_TRIES,
  type OutboxWatch,
  type Payload,
  postponeRow,
  type Topic,
  UnknownPayload,
} from './outbox.ts';
import { finishRow, type LeasedRow, leaseRows } from './outbox-lease.ts';

const BATCH = 20;
const AT_ONCE = 4;

export interface LeasedWork<T extends Topic> extends OutboxWatch {
  db: Database;
  topic: T;
  /** Safe to repeat. Throws when the row must be tried again. */
  work: (payload: Payload<T>) => Promise<void>;
}

/**
 * Works off one batch of a topic, a few rows at once; one bad row does not hold up the others.
 *
 * @returns how many were looked at: below a full batch nothing more waits.
 */
async function workLeasedBatch<T extends Topic>(options: LeasedWork<T>): Promise<number> {
  const claimed = await leaseRows(options.db, options.topic, BATCH);
  const waiting = [...claimed];
  const drain = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await workRow(options, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drain));
  return claimed.length;
}

/** One leased row: done, or postponed to its next try. */
export async function workRow<T extends Topic>(
  { db, topic, work, onFailure, onDone }: LeasedWork<T>,
  row: LeasedRow,
): Promise<void> {
  try {
    if (row.tries > OUTBOX_TRIES) throw new NeverAnswered();
    if (!isPayloadOf(topic, row.payload)) throw new UnknownPayload(topic);
    await work(row.payload);
  } catch (error) {
    onFailure(row, error, await postponeRow(db, row, error));
    return;
  }
  await finishRow(db, row.id);
  onDone?.(topic, 1);
}

/** All batches that are due; what failed has its time of the next try. */
export async function workLeased<T extends Topic>(
  options: LeasedWork<T>,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await workLeasedBatch(options)) === BATCH);
}
