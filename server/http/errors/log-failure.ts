import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseAway } from '../../db/connection/database-away.ts';
import { sqlStateOf } from '../../db/connection/retry-conflicts.ts';
import { isOutOfMeans, judgeDatabaseError } from './database-refusals.ts';

const FULL_LOG_EVERY_MS = 60_000;
let fullSinceMs = Number.NEGATIVE_INFINITY;

/** Whether a write of this process was refused within the last minute because the database had no room. */
export function hasRefusedWrites(): boolean {
  return performance.now() - fullSinceMs < FULL_LOG_EVERY_MS;
}

/**
 * Writes a failure that a shopper met into the log. A busy database (somebody held a row for too long) is one short
 * line: its stack says nothing, and there may be hundreds. A failure for want of room is logged once a minute, and one that is
 * away once, by its watch.
 *
 * @param message what failed, in words.
 */
export function logFailure(log: FastifyBaseLogger, error: unknown, message: string): void {
  if (isDatabaseAway(error)) return;
  if (isOutOfMeans(error)) {
    if (!hasRefusedWrites()) {
      log.error(
        { sqlState: sqlStateOf(error) },
        'the database has no room: writes are answered with 503. Told once a minute',
      );
      fullSinceMs = performance.now();
    }
  } else if (judgeDatabaseError(error) === 'unavailable') {
    log.warn({ sqlState: sqlStateOf(error) }, `${message}: the database was busy`);
  } else log.error({ err: error }, message);
}
