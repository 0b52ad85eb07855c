import type { Query, QueryKey } from '@tanstack/react-query';
import { familyOf, type QueryFamily } from '../lib/query-families.ts';

/** Which answers are kept on the phone: of declared families only, and never what was searched for. */

/** One blob of answers: everybody's, or one shopper's. */
export type Partition = { kind: 'public' } | { kind: 'user'; userId: string };

/** The key of its record in the database. */
export function partitionKey(partition: Partition): string {
  return partition.kind === 'public' ? 'qc|public' : `qc|user|${partition.userId}`;
}

/** How the keys of a family begin in a partition; undefined where it has none. */
export function familyKey({ scope, name }: QueryFamily, partition: Partition): QueryKey | undefined {
  if (partition.kind === 'public') return scope === 'public' ? [scope, name] : undefined;
  return scope === 'u' ? [scope, partition.userId, name] : undefined;
}

function isIn(partition: Partition, [scope, owner]: QueryKey): boolean {
  return partition.kind === 'public' ? scope === 'public' : scope === 'u' && owner === partition.userId;
}

function holdsSearch(key: QueryKey): boolean {
  return key.some((part) => typeof part === 'object' && part !== null && 'search' in part);
}

/** An entry that was kept too long says nothing any more; one from the future was dated by a wrong clock. */
export function isYoung(keptMs: number, updatedAtMs: number, nowMs: number): boolean {
  return updatedAtMs > nowMs - keptMs && updatedAtMs <= nowMs + 60_000;
}

/**
 * @param queries all of the cache.
 * @returns the hashes of those that the partition keeps: answered, young, of a declared family; of each the newest.
 */
export function queriesToKeep(
  families: readonly QueryFamily[],
  partition: Partition,
  queries: readonly Query[],
  nowMs: number,
): Set<string> {
  const left = new Map<QueryFamily, number>();
  const kept = new Set<string>();
  const newestFirst = [...queries].sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey, queryHash, state } of newestFirst) {
    const family = familyOf(families, queryKey);
    if (!family || !isIn(partition, queryKey) || state.status !== 'success') continue;
    if (holdsSearch(queryKey) || !isYoung(family.keptMs, state.dataUpdatedAt, nowMs)) continue;
    const count = left.get(family) ?? family.keptCount;
    if (count === 0 || !family.isKept(state.data)) continue;
    left.set(family, count - 1);
    kept.add(queryHash);
  }
  return kept;
}
