import type { Database } from '../db/database.ts';
import {
  isPayloadOf,
  NoTryFinished,
  OUTBOX_TRIES,
  type OutboxObserver,
  type Payload,
  postponeRow,
  type Topic,
  UnknownPayload,
} from './outbox.ts';
import { finishRow, type LeasedRow, leaseRows } from './outbox-lease.ts';

const BATCH = 20;
const AT_ONCE = 4;

export interface LeasedWork<T extends Topic> extends OutboxObserver {
  db: Database;
  topic: T;
  /** Must be idempotent; throws to retry the row. */
  work: (payload: Payload<T>) => Promise<void>;
}

/**
 * Processes one batch of a topic, a few rows at once; a failed row delays no other.
 *
 * @returns the number of rows; less than a full batch means that no more rows are due.
 */
async function workLeasedBatch<T extends Topic>(options: LeasedWork<T>): Promise<number> {
  const claimed = await leaseRows(options.db, options.topic, BATCH);
  const waiting = [...claimed];
  const drain = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await processRow(options, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drain));
  return claimed.length;
}

/** Processes one leased row and completes it, or postpones it to its next try. */
export async function processRow<T extends Topic>(
  { db, topic, work, onFailure, onDone }: LeasedWork<T>,
  row: LeasedRow,
): Promise<void> {
  try {
    if (row.tries > OUTBOX_TRIES) throw new NoTryFinished();
    if (!isPayloadOf(topic, row.payload)) throw new UnknownPayload(topic);
    await work(row.payload);
  } catch (error) {
    onFailure(row, error, await postponeRow(db, row, error));
    return;
  }
  await finishRow(db, row.id);
  onDone?.(topic, 1);
}

export async function processLeasedRows<T extends Topic>(
  options: LeasedWork<T>,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await workLeasedBatch(options)) === BATCH);
}
