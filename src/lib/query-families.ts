import { QUERY_CACHE_MS } from './cache-times.ts';

/**
 * Declares the cache and persistence settings of all queries with one key prefix. Other queries are never persisted.
 */
export interface QueryFamilySettings extends Keeping {
  /** First part of the query key; after `u` follows the user id. */
  scope: 'public' | 'u';
  name: string;
}

interface Keeping {
  /** How long a persisted response is valid, milliseconds. */
  keptMs: number;
  /** Maximum number of persisted entries; the newest are kept. */
  keptCount: number;
  /** Returns false for a response that must not be persisted. */
  isKept: (data: unknown) => boolean;
}

const keeping: Keeping = {
  keptMs: QUERY_CACHE_MS.persisted,
  keptCount: Number.POSITIVE_INFINITY,
  isKept: () => true,
};

export function createPublicQueryFamily<const Name extends string>(
  name: Name,
  traits: Partial<Keeping> = {},
) {
  return { ...keeping, ...traits, scope: 'public', name, key: ['public', name] } as const;
}

export function createUserQueryFamily<const Name extends string>(name: Name, traits: Partial<Keeping> = {}) {
  const key = (userId: string) => ['u', userId, name] as const;
  return { ...keeping, ...traits, scope: 'u', name, key } as const;
}

/** Finds the declared family of a query key. */
export function findQueryFamily(
  families: readonly QueryFamilySettings[],
  key: readonly unknown[],
): QueryFamilySettings | undefined {
  const name = key[0] === 'u' ? key[2] : key[1];
  return families.find((family) => family.scope === key[0] && family.name === name);
}
