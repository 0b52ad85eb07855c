import type { Database } from '../db/database.ts';
import { finishRow, type LeasedRow, leaseRows, postponeRow } from '../db/outbox-lease.ts';

const BATCH = 20;
const AT_ONCE = 4;

export interface LeasedWork<Payload> {
  db: Database;
  topic: string;
  /** Written beside a row that failed; its error's words may quote somebody's data. */
  reason: string;
  /** Safe to repeat. Throws when the row must be tried again. */
  work: (payload: Payload) => Promise<void>;
}

/**
 * Works off one batch of a topic, a few rows at once; one bad row does not hold up the others.
 *
 * @returns how many were looked at (below a full batch nothing more waits) and what went wrong.
 */
export async function workLeasedBatch<Payload>({
  db,
  topic,
  reason,
  work,
}: LeasedWork<Payload>): Promise<{ isMore: boolean; failures: unknown[] }> {
  const claimed = await leaseRows<Payload>(db, topic, BATCH);
  const waiting = [...claimed];
  const failures: unknown[] = [];
  const workOne = async (row: LeasedRow<Payload>): Promise<void> => {
    try {
      await work(row.payload);
    } catch (error) {
      failures.push(error);
      await postponeRow(db, row, reason);
      return;
    }
    await finishRow(db, row.id);
  };
  const drain = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await workOne(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drain));
  return { isMore: claimed.length === BATCH, failures };
}

/** All batches that are due. @throws the first failure, after everything has been tried. */
export async function workLeased<Payload>(
  options: LeasedWork<Payload>,
  isStopping: () => boolean,
): Promise<void> {
  for (let isMore = true; isMore && !isStopping(); ) {
    const batch = await workLeasedBatch(options);
    // The failed ones have their time of the next try.
    if (batch.failures.length > 0) throw batch.failures[0];
    isMore = batch.isMore;
  }
}
