import type { Database } from '../db/database.ts';
import {
  AllTriesCrashedError,
  isOutboxPayload,
  OUTBOX_TRIES_MAX,
  type OutboxObserver,
  type OutboxPayload,
  type OutboxTopic,
  postponeOutboxRow,
  UnknownPayloadError,
} from './outbox.ts';
import { type LeasedOutboxRow, leaseOutboxRows, markOutboxRowDone } from './outbox-lease.ts';

const BATCH = 20;
const AT_ONCE = 4;

export interface ProcessLeasedOutboxRowsOptions<T extends OutboxTopic> extends OutboxObserver {
  db: Database;
  topic: T;
  /**
   * Processes one row and throws to try again later. A row may be processed twice, so a repeat must have no further
   * effect.
   */
  work: (payload: OutboxPayload<T>) => Promise<void>;
}

/**
 * Processes one batch of a topic. A failed row does not stop the others.
 * @returns the number of rows; less than a full batch: no more rows are due.
 */
async function workLeasedBatch<T extends OutboxTopic>(
  options: ProcessLeasedOutboxRowsOptions<T>,
): Promise<number> {
  const claimed = await leaseOutboxRows(options.db, options.topic, BATCH);
  const waiting = [...claimed];
  const drain = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await processLeasedOutboxRow(options, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drain));
  return claimed.length;
}

/** Processes one leased row, and then completes it or postpones it to its next try. */
export async function processLeasedOutboxRow<T extends OutboxTopic>(
  { db, topic, work, onFailure }: ProcessLeasedOutboxRowsOptions<T>,
  row: LeasedOutboxRow,
): Promise<void> {
  try {
    if (row.tries > OUTBOX_TRIES_MAX) throw new AllTriesCrashedError();
    if (!isOutboxPayload(topic, row.payload)) throw new UnknownPayloadError(topic);
    await work(row.payload);
  } catch (error) {
    onFailure(row, error, await postponeOutboxRow(db, row, error));
    return;
  }
  await markOutboxRowDone(db, row.id);
}

export async function processLeasedOutboxRows<T extends OutboxTopic>(
  options: ProcessLeasedOutboxRowsOptions<T>,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await workLeasedBatch(options)) === BATCH);
}
