import { isApiError, isProxyFault, isUnanswered } from '../lib/api-errors.ts';

/** What the operator reads while nothing can be loaded: what is away, and that it is tried again. */
export interface Away {
  title: string;
  words: string;
}

const COMES_BACK = 'Nothing is lost. The shop tries by itself, and this page comes back by itself.';

/** How often what could not be read is read again. */
const AWAY_EVERY_MS = 3_000;

/** @returns null for a refusal: it is an answer, and stays one. */
export function awayOf(error: Error | null): Away | null {
  if (!error) return null;
  if (isUnanswered(error) || isProxyFault(error))
    return { title: 'The shop does not answer', words: `Nothing can be read or done now. ${COMES_BACK}` };
  if (isApiError(error, 503))
    return { title: 'The database is away', words: `Nothing can be read or done now. ${COMES_BACK}` };
  return null;
}

/** For a query that is read again every so often, and sooner while it cannot be read. */
export function readEvery(everyMs: number | false) {
  return ({ state }: { state: { error: Error | null } }): number | false =>
    awayOf(state.error) ? AWAY_EVERY_MS : everyMs;
}
