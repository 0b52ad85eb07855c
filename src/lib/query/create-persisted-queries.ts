import { QUERY_CACHE_LIFETIME_MS } from './cache-times.ts';

/** Queries with a common key prefix whose responses the phone stores. Other queries stay in memory only. */
export interface PersistedQueries extends StorageSettings {
  /** First part of the query key: `public`, or `u`, which the user's id follows. */
  scope: 'public' | 'u';
  name: string;
}

interface StorageSettings {
  /** Milliseconds for which a stored response is valid. */
  maxAgeMs: number;
  /** Maximum number of stored responses; the newest stay. */
  maxCount: number;
  /** Returns false for a response that must not be stored. */
  isKept: (data: unknown) => boolean;
}

const defaultStorage: StorageSettings = {
  maxAgeMs: QUERY_CACHE_LIFETIME_MS.persisted,
  maxCount: Number.POSITIVE_INFINITY,
  isKept: () => true,
};

export function createPersistedPublicQueries<const Name extends string>(
  name: Name,
  storage: Partial<StorageSettings> = {},
) {
  return { ...defaultStorage, ...storage, scope: 'public', name, key: ['public', name] } as const;
}

export function createPersistedUserQueries<const Name extends string>(
  name: Name,
  storage: Partial<StorageSettings> = {},
) {
  const key = (userId: string) => ['u', userId, name] as const;
  return { ...defaultStorage, ...storage, scope: 'u', name, key } as const;
}

/** Finds the storage settings of a query by the beginning of its key; undefined: it is not stored. */
export function findPersistedQueries(
  persistedQueries: readonly PersistedQueries[],
  key: readonly unknown[],
): PersistedQueries | undefined {
  const name = key[0] === 'u' ? key[2] : key[1];
  return persistedQueries.find((queries) => queries.scope === key[0] && queries.name === name);
}
