import { setTimeout as pause } from 'node:timers/promises';

const RETRIES = 5;
/**
 * SQLSTATEs after which a transaction is repeated: deadlock, serialisation failure, and a query plan older than the
 * last migration.
 */
const RETRYABLE = new Set(['40P01', '40001', '0A000']);
/** SQLSTATE of the error that a lock, or a place in a waiting queue, did not become free in time. */
export const LOCK_NOT_AVAILABLE_SQLSTATE = '55P03';

/**
 * Repeats `work` after a deadlock, a serialisation failure or a stale query plan.
 * @source database.md
 */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= RETRIES || !RETRYABLE.has(getSqlState(error) ?? '')) throw error;
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** @returns the SQLSTATE of a database error, else undefined. */
export function getSqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
