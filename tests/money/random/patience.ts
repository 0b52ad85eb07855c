import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnreachableError } from '../../../server/db/connection/database-unreachable.ts';
import { getSqlState } from '../../../server/db/connection/retry-conflicts.ts';
import { DomainError } from '../../../server/http/errors/error-handler.ts';
import { Unexpected } from './step.ts';

/** Somebody else held what was needed for too long; the database was told to stop. */
const PASSING_STATES = new Set(['55P03', '57014', '40001', '40P01']);
const PATIENCE_MS = 60_000;
/** On a machine that is busy a try may take most of the minute. */
const TRIES = 30;

/** The errors of which one is made. */
export function innerErrors(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(innerErrors) : [error];
}

/** The database is unavailable, or somebody holds a row: the same may be done in a moment. */
export function isPassing(error: unknown): boolean {
  return innerErrors(error).every(
    (one) =>
      isDatabaseUnreachableError(one) ||
      PASSING_STATES.has(getSqlState(one) ?? '') ||
      one instanceof DomainError,
  );
}

/** What the provider keeps to itself is no mistake of the shop; what the database refuses is, and a slip of the code. */
export function isMistake(error: unknown): boolean {
  return innerErrors(error).some(
    (one) =>
      one instanceof Unexpected ||
      one instanceof TypeError ||
      one instanceof ReferenceError ||
      (!isPassing(one) && /^[0-9A-Z]{5}$/.test(getSqlState(one) ?? '')),
  );
}

/** Does it again while its errors pass or are the provider's, for a minute and some tries at least. */
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
