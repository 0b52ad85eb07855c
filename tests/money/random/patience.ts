import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnreachableError } from '../../../server/db/connection/database-unreachable.ts';
import { getSqlState } from '../../../server/db/connection/retry-conflicts.ts';
import { DomainError } from '../../../server/http/errors/error-handler.ts';
import { Unexpected } from './step.ts';

/** SQL states that pass: a lock was held for too long, a statement was cancelled, or transactions conflicted. */
const PASSING_STATES = new Set(['55P03', '57014', '40001', '40P01']);
const PATIENCE_MS = 60_000;
/** A minimum of tries, because on a busy machine one try may take most of the minute. */
const TRIES = 30;

/** Lists the errors that an aggregate error holds, or the error itself. */
export function innerErrors(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(innerErrors) : [error];
}

/** Tells whether a repetition may succeed in a moment: the database is unavailable, or a row is locked. */
export function isPassing(error: unknown): boolean {
  return innerErrors(error).every(
    (one) =>
      isDatabaseUnreachableError(one) ||
      PASSING_STATES.has(getSqlState(one) ?? '') ||
      one instanceof DomainError,
  );
}

/**
 * Tells whether the shop made a mistake: an error of its code, or a write that the database refuses. A failure of the
 * provider is none.
 */
export function isMistake(error: unknown): boolean {
  return innerErrors(error).some(
    (one) =>
      one instanceof Unexpected ||
      one instanceof TypeError ||
      one instanceof ReferenceError ||
      (!isPassing(one) && /^[0-9A-Z]{5}$/.test(getSqlState(one) ?? '')),
  );
}

/** Repeats the work while its errors pass or are the provider's, for at least a minute and at least some tries. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (isMistake(error) || (performance.now() > untilMs && tries >= TRIES)) throw error;
      await pause(100);
    }
  }
}
