import { sqlStateOf } from '../../db/connection/retry-conflicts.ts';

/**
 * Lost to somebody else: a lock waited for too long (55P03), a statement that ran out of time or was cancelled (57014), a
 * deadlock or a conflict (40P01, 40001), in a transaction after its repetitions.
 */
const BUSY = new Set(['55P03', '57014', '40P01', '40001']);

/** No room on its disk (53100), no memory (53200), another of its means used up, a disk that fails (58030). */
const OUT_OF_MEANS = /^(53[0-9A-Z]{3}|58030)$/;

/** Whether the database had no room for a write: reads go on, and the write may be done once somebody made room. */
export function isOutOfMeans(error: unknown): boolean {
  return OUT_OF_MEANS.test(sqlStateOf(error) ?? '');
}

/**
 * What an error of the database means to whoever sent the request.
 *
 * @returns `bad_request` when a value that came with the request cannot be what its column is: a date of the year
 *   0000, half of a surrogate pair, a NUL. The same class of error in the middle of a statement (a sum that
 *   overflows) is our mistake: null, as everything else.
 */
export function judgeDatabaseError(error: unknown): 'bad_request' | 'unavailable' | null {
  const state = sqlStateOf(error);
  if (state === undefined) return null;
  if (BUSY.has(state)) return 'unavailable';
  const { where } = error as { where?: unknown };
  return state.startsWith('22') && isParameter(where) ? 'bad_request' : null;
}

/** The database names the parameter that it could not read: `unnamed portal parameter $2 = '…'`. */
function isParameter(where: unknown): boolean {
  return typeof where === 'string' && /portal.* parameter \$\d/.test(where);
}
