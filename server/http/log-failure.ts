import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseAway } from '../db/database-away.ts';
import { sqlStateOf } from '../db/retry-conflicts.ts';
import { judgeDatabaseError } from './database-refusals.ts';

/**
 * Writes a failure that a shopper met into the log. A busy database (somebody held a row for too long) is one short
 * line: its stack says nothing, and there may be hundreds. One that is away is told of once, by its watch.
 *
 * @param message what failed, in words.
 */
export function logFailure(log: FastifyBaseLogger, error: unknown, message: string): void {
  if (isDatabaseAway(error)) return;
  if (judgeDatabaseError(error) === 'unavailable') {
    log.warn({ sqlState: sqlStateOf(error) }, `${message}: the database was busy`);
  } else log.error({ err: error }, message);
}
