import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { findPersistedQueries, type PersistedQueries } from '../../lib/query/create-persisted-queries.ts';

/** Chooses the responses to store, converts them to text, and checks that text when it is read. */

/** Owner of stored data: a user id, or null for public data. */
export type CacheOwner = string | null;

export function getCacheRecordKey(owner: CacheOwner): string {
  return owner === null ? 'qc|public' : `qc|user|${owner}`;
}

function isOwned(owner: CacheOwner, [scope, userId]: QueryKey): boolean {
  return owner === null ? scope === 'public' : scope === 'u' && userId === owner;
}

function holdsSearch(key: QueryKey): boolean {
  return key.some((part) => typeof part === 'object' && part !== null && 'search' in part);
}

/** True while a stored response is valid. A response dated in the future came from a wrong clock and is not valid. */
export function isCacheEntryFresh(lifetimeMs: number, updatedAtMs: number, nowMs: number): boolean {
  return updatedAtMs > nowMs - lifetimeMs && updatedAtMs <= nowMs + 60_000;
}

/**
 * Selects the valid responses of queries that have storage settings, also those whose later refetch failed.
 * @param queries all queries of the cache.
 */
export function selectQueriesToPersist(
  persistedQueries: readonly PersistedQueries[],
  owner: CacheOwner,
  queries: readonly Query[],
  nowMs: number,
): Query[] {
  const left = new Map<PersistedQueries, number>();
  const newestFirst = [...queries].sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const persisted = newestFirst.filter(({ queryKey, state }) => {
    const settings = findPersistedQueries(persistedQueries, queryKey);
    if (!settings || !isOwned(owner, queryKey) || state.data === undefined) return false;
    if (holdsSearch(queryKey) || !isCacheEntryFresh(settings.maxAgeMs, state.dataUpdatedAt, nowMs))
      return false;
    const count = left.get(settings) ?? settings.maxCount;
    if (count === 0 || !settings.isKept(state.data)) return false;
    left.set(settings, count - 1);
    return true;
  });
  return queries.filter((query) => persisted.includes(query));
}

export function serialisePersistedCache(client: PersistedClient): string {
  return JSON.stringify(client, function dropRunningDurations(this: { deadline?: unknown }, name, value) {
    // The remaining time is left out, because it would be outdated when restored; the deadline beside it stays correct.
    return name === 'timeRemaining' && this.deadline ? undefined : (value as unknown);
  });
}

/** Validates each response by its own date, because the record's date is only that of its last write. */
export function parsePersistedCache(
  text: string,
  persistedQueries: readonly PersistedQueries[],
  queryClient: QueryClient,
): PersistedClient {
  const client = JSON.parse(text) as PersistedClient;
  const queries = client.clientState.queries.flatMap((saved) => {
    const settings = findPersistedQueries(persistedQueries, saved.queryKey);
    if (!settings || !isCacheEntryFresh(settings.maxAgeMs, saved.state.dataUpdatedAt, Date.now())) return [];
    // Restored product cards are added below those on the screen, so that no card moves.
    const drawn = queryClient.getQueryCache().get(saved.queryHash);
    const share = drawn?.options.structuralSharing;
    const data = typeof share === 'function' ? share(drawn?.state.data, saved.state.data) : saved.state.data;
    // A stored response is restored as a success, even if a later fetch failed.
    return [{ ...saved, state: { ...saved.state, data, status: 'success' as const, error: null } }];
  });
  return { ...client, clientState: { mutations: [], queries } };
}
