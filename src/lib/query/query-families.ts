import { QUERY_CACHE_MS } from './cache-times.ts';

/** Settings of a query family: all queries whose keys begin alike. Queries without settings stay in memory only. */
export interface QueryFamilySettings extends StorageSettings {
  /** First part of the query key: `public`, or `u`, which the user's id follows. */
  scope: 'public' | 'u';
  name: string;
}

interface StorageSettings {
  /** Milliseconds for which a stored response is valid. */
  keptMs: number;
  /** Maximum number of stored responses; the newest stay. */
  keptCount: number;
  /** Returns false for a response that must not be stored. */
  isKept: (data: unknown) => boolean;
}

const defaultStorage: StorageSettings = {
  keptMs: QUERY_CACHE_MS.persisted,
  keptCount: Number.POSITIVE_INFINITY,
  isKept: () => true,
};

export function createPublicQueryFamily<const Name extends string>(
  name: Name,
  storage: Partial<StorageSettings> = {},
) {
  return { ...defaultStorage, ...storage, scope: 'public', name, key: ['public', name] } as const;
}

export function createUserQueryFamily<const Name extends string>(
  name: Name,
  storage: Partial<StorageSettings> = {},
) {
  const key = (userId: string) => ['u', userId, name] as const;
  return { ...defaultStorage, ...storage, scope: 'u', name, key } as const;
}

/** Finds the family to which a query key belongs. */
export function findQueryFamily(
  families: readonly QueryFamilySettings[],
  key: readonly unknown[],
): QueryFamilySettings | undefined {
  const name = key[0] === 'u' ? key[2] : key[1];
  return families.find((family) => family.scope === key[0] && family.name === name);
}
