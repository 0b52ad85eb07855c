import { getSqlState } from '../../db/connection/retry-conflicts.ts';

/** SQLSTATEs after which another try may succeed: lock timeout, statement timeout, deadlock and conflict. */
const BUSY = new Set(['55P03', '57014', '40P01', '40001']);

/** SQLSTATEs of a full disk (53100), missing memory (53200), other missing resources, and an I/O error (58030). */
const OUT_OF_MEANS = /^(53[0-9A-Z]{3}|58030)$/;

/**
 * Returns true when a write failed because disk or memory is full. Reads still work, and the write may succeed later.
 */
export function isDatabaseOutOfResourcesError(error: unknown): boolean {
  return OUT_OF_MEANS.test(getSqlState(error) ?? '');
}

/**
 * Classifies a database error for the client.
 * @returns `bad_request` when a value that the client sent does not fit its column. A value that the statement itself
 * computed and that does not fit is a bug.
 */
export function classifyDatabaseError(error: unknown): 'bad_request' | 'unavailable' | null {
  const state = getSqlState(error);
  if (state === undefined) return null;
  if (BUSY.has(state)) return 'unavailable';
  const { where } = error as { where?: unknown };
  return state.startsWith('22') && isParameter(where) ? 'bad_request' : null;
}

/**
 * Returns true when the error is about a parameter, which the client sent (`unnamed portal parameter $2 = '…'`), and
 * not about a value that the statement computed.
 */
function isParameter(where: unknown): boolean {
  return typeof where === 'string' && /portal.* parameter \$\d/.test(where);
}
