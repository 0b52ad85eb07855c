import { KEEP } from './stale-times.ts';

/**
 * What holds for all queries whose keys begin alike. A family is declared beside its queries, which take the beginning
 * of their keys from it; `app/query-families.ts` collects them, and the phone keeps the answers of no other query.
 */
export interface QueryFamily extends Keeping {
  /** Everybody's answers, or one shopper's: the first part of the key, the latter followed by the shopper's id. */
  scope: 'public' | 'u';
  name: string;
}

interface Keeping {
  /** How long an answer is believed that the phone has kept, in milliseconds. */
  keptMs: number;
  /** How many are kept, the newest. */
  keptCount: number;
  /** Whether an answer is worth keeping. */
  isKept: (data: unknown) => boolean;
}

const keeping: Keeping = { keptMs: KEEP.persisted, keptCount: Number.POSITIVE_INFINITY, isKept: () => true };

export function publicFamily<const Name extends string>(name: Name, traits: Partial<Keeping> = {}) {
  return { ...keeping, ...traits, scope: 'public', name, key: ['public', name] } as const;
}

export function userFamily<const Name extends string>(name: Name, traits: Partial<Keeping> = {}) {
  const key = (userId: string) => ['u', userId, name] as const;
  return { ...keeping, ...traits, scope: 'u', name, key } as const;
}

/** The family of a key, among those that are declared. */
export function familyOf(families: readonly QueryFamily[], key: readonly unknown[]): QueryFamily | undefined {
  const name = key[0] === 'u' ? key[2] : key[1];
  return families.find((family) => family.scope === key[0] && family.name === name);
}
