import type { PersistedClient } from '@tanstack/react-query-persist-client';

/**
 * Whether a shelf of saved answers holds anything that was not written yet. An answer that a poll brought again is the
 * same object (the cache shares what did not change), so asking costs nothing and the disk is left alone.
 */

/** Dates are written again after this long, so that the answers of a page that is killed do not look much older. */
const REDATED_MS = 10 * 60_000;

export interface ShelfNews {
  /** Whether it is worth a write. */
  isNew(client: PersistedClient): boolean;
  noteWritten(client: PersistedClient): void;
}

export function shelfNews(): ShelfNews {
  let written: unknown[] | null = null;
  let writtenAtMs = 0;
  return {
    isNew(client) {
      // A clock that was set back has no age to tell.
      const isDated = client.timestamp >= writtenAtMs && client.timestamp - writtenAtMs < REDATED_MS;
      const parts = partsOf(client);
      return (
        !isDated || parts.length !== written?.length || parts.some((part, index) => part !== written?.[index])
      );
    },
    noteWritten(client) {
      written = partsOf(client);
      writtenAtMs = client.timestamp;
    },
  };
}

function partsOf({ clientState }: PersistedClient): unknown[] {
  return clientState.queries.flatMap(({ queryHash, state }) => [queryHash, state.data, state.isInvalidated]);
}
