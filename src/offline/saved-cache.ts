import type { QueryPersistence } from './query-persistence.ts';

/** The saved cache of whoever uses the phone now. `src/app/persistence.ts` says whose that is. */

let current: QueryPersistence | null = null;

export function setSavedCache(persistence: QueryPersistence | null): void {
  current = persistence;
}

export const savedCache = {
  /** Ends when the disk was read, or does not answer. */
  whenRead: async () => await current?.whenRead(),
  /** Ends when the disk has what the shopper's cache holds, or refused it. A page writes nothing on its way out. */
  keep: async () => await current?.keep(),
};
