import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnreachableError } from '../../db/connection/database-unreachable.ts';
import { getSqlState } from '../../db/connection/retry-conflicts.ts';
import { classifyDatabaseError, isDatabaseOutOfResourcesError } from './database-errors.ts';

const FULL_LOG_EVERY_MS = 60_000;
let fullSinceMs = Number.NEGATIVE_INFINITY;

/** Returns true when a full disk or memory made the database refuse a write of this process in the last minute. */
export function wasDatabaseRecentlyOutOfResources(): boolean {
  return performance.now() - fullSinceMs < FULL_LOG_EVERY_MS;
}

/**
 * Logs a failed request of a shopper. An unreachable database is not logged here, a full disk once a minute, and a busy
 * database without its stack, because hundreds of requests fail at once.
 * @param message describes what failed.
 */
export function logRequestFailure(log: FastifyBaseLogger, error: unknown, message: string): void {
  if (isDatabaseUnreachableError(error)) return;
  if (isDatabaseOutOfResourcesError(error)) {
    if (!wasDatabaseRecentlyOutOfResources()) {
      log.error(
        { sqlState: getSqlState(error) },
        'the database has no room: writes are answered with 503. Told once a minute',
      );
      fullSinceMs = performance.now();
    }
  } else if (classifyDatabaseError(error) === 'unavailable') {
    log.warn({ sqlState: getSqlState(error) }, `${message}: the database was busy`);
  } else log.error({ err: error }, message);
}
