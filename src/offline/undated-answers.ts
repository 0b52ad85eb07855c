import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { familyOf, type QueryFamily } from '../lib/query-families.ts';
import { KEEP } from '../lib/stale-times.ts';

/**
 * Saved answers that are dated in the future: the phone's clock was set back. Nobody can say how old they are, so none
 * is shown; but the shelf of a start without a line must not replace them. They are written again beside what is new,
 * until the clock is right.
 */

type Saved = PersistedClient['clientState']['queries'][number];

export interface UndatedAnswers {
  /** Puts aside what of a shelf, as it was read, is dated later than now. */
  note(client: PersistedClient, nowMs: number): void;
  /** What is to be written: the answers of now, and what was put aside and has no newer answer. */
  withNoted(client: PersistedClient): PersistedClient;
}

export function undatedAnswers(families: readonly QueryFamily[]): UndatedAnswers {
  let noted: Saved[] = [];
  return {
    note(client, nowMs) {
      noted = client.clientState.queries.filter(({ queryKey, state }) => {
        const family = familyOf(families, queryKey);
        // What is kept for less than a day, the cart, may have been cleared meanwhile.
        return family?.keptMs === KEEP.persisted && state.dataUpdatedAt > nowMs;
      });
    },
    withNoted(client) {
      const known = new Set(client.clientState.queries.map(({ queryHash }) => queryHash));
      const queries = [
        ...client.clientState.queries,
        ...noted.filter(({ queryHash }) => !known.has(queryHash)),
      ];
      return { ...client, clientState: { ...client.clientState, queries } };
    },
  };
}
