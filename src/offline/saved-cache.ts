import type { PersistedCache } from './cache/persisted-cache.ts';

/** The saved cache of whoever uses the phone now. `src/app/persistence.ts` says whose that is. */

let current: PersistedCache | null = null;

export function setSavedCache(persistence: PersistedCache | null): void {
  current = persistence;
}

export const savedCache = {
  /** Ends when the disk was read, or does not answer. */
  whenRead: async () => await current?.whenRead(),
  /** Ends when the disk has what the shopper's cache holds, or refused it. A page writes nothing on its way out. */
  keep: async () => await current?.keep(),
};
