import type { Query, QueryKey } from '@tanstack/react-query';
import { familyOf, type QueryFamily } from '../../lib/query-families.ts';

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
 * @returns those that the partition keeps: answered once, though it failed since; young; of a declared family, and of
 * each the newest. In the order of the cache.
 */
export function queriesToKeep(
  families: readonly QueryFamily[],
  partition: Partition,
  queries: readonly Query[],
  nowMs: number,
): Query[] {
  const left = new Map<QueryFamily, number>();
  const newestFirst = [...queries].sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const kept = newestFirst.filter(({ queryKey, state }) => {
    const family = familyOf(families, queryKey);
    if (!family || !isIn(partition, queryKey) || state.data === undefined) return false;
    if (holdsSearch(queryKey) || !isYoung(family.keptMs, state.dataUpdatedAt, nowMs)) return false;
    const count = left.get(family) ?? family.keptCount;
    if (count === 0 || !family.isKept(state.data)) return false;
    left.set(family, count - 1);
    return true;
  });
  return queries.filter((query) => kept.includes(query));
}
