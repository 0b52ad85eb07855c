import { setTimeout as pause } from 'node:timers/promises';

const RETRIES = 5;
/**
 * SQLSTATEs after which work is repeated: deadlock, serialisation failure, and a plan from before the last migration.
 */
const RETRYABLE = new Set(['40P01', '40001', '0A000']);
/** SQLSTATE of a lock or a place in the queue that was not free in time. */
export const LOCK_NOT_AVAILABLE_SQLSTATE = '55P03';

/**
 * Runs `work` again, up to 5 times with jitter, after a deadlock, a serialisation failure or a stale plan.
 *
 * @source database.md
 */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
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
