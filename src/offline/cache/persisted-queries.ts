import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { type QueryFamily, queryFamilyOf } from '../../lib/query-families.ts';

/** Which answers are saved on the phone, as which text, and what of a text is believed when it is read. */

/** Whose answers one record holds: a shopper's, or everybody's (null). */
export type Owner = string | null;

export const PUBLIC_KEY = 'qc|public';

export function recordKey(owner: Owner): string {
  return owner === null ? PUBLIC_KEY : `qc|user|${owner}`;
}

/** How the query keys of an owner begin. */
function prefixOf(owner: Owner): string[] {
  return owner === null ? ['public'] : ['u', owner];
}

/** How the query keys of a family begin; undefined where the owner has none. */
export function familyKey({ scope, name }: QueryFamily, owner: Owner): QueryKey | undefined {
  const prefix = prefixOf(owner);
  return prefix[0] === scope ? [...prefix, name] : undefined;
}

function isOwned(owner: Owner, queryKey: QueryKey): boolean {
  return prefixOf(owner).every((part, index) => queryKey[index] === part);
}

function holdsSearch(key: QueryKey): boolean {
  return key.some((part) => typeof part === 'object' && part !== null && 'search' in part);
}

/** An entry that was kept too long says nothing any more; one from the future was dated by a wrong clock. */
export function isFresh(keptMs: number, updatedAtMs: number, nowMs: number): boolean {
  return updatedAtMs > nowMs - keptMs && updatedAtMs <= nowMs + 60_000;
}

/**
 * @param queries all of the cache.
 * @returns those that the owner's record keeps: answered once, though it failed since; young; of a declared family, and of
 * each the newest. In the order of the cache.
 */
export function queriesToPersist(
  families: readonly QueryFamily[],
  owner: Owner,
  queries: readonly Query[],
  nowMs: number,
): Query[] {
  const left = new Map<QueryFamily, number>();
  const newestFirst = [...queries].sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const kept = newestFirst.filter(({ queryKey, state }) => {
    const family = queryFamilyOf(families, queryKey);
    if (!family || !isOwned(owner, queryKey) || state.data === undefined) return false;
    if (holdsSearch(queryKey) || !isFresh(family.keptMs, state.dataUpdatedAt, nowMs)) return false;
    const count = left.get(family) ?? family.keptCount;
    if (count === 0 || !family.isKept(state.data)) return false;
    left.set(family, count - 1);
    return true;
  });
  return queries.filter((query) => kept.includes(query));
}

export function serialiseCache(client: PersistedClient): string {
  return JSON.stringify(client, function dropRunningDurations(this: { deadline?: unknown }, name, value) {
    // A duration would start again when it is restored; the deadline beside it stays true.
    return name === 'timeRemaining' && this.deadline ? undefined : (value as unknown);
  });
}

/** Each answer is believed by its own date: that of the whole text only says when it was last written. */
export function parseCache(
  text: string,
  families: readonly QueryFamily[],
  queryClient: QueryClient,
): PersistedClient {
  const client = JSON.parse(text) as PersistedClient;
  const queries = client.clientState.queries.flatMap((saved) => {
    const family = queryFamilyOf(families, saved.queryKey);
    if (!family || !isFresh(family.keptMs, saved.state.dataUpdatedAt, Date.now())) return [];
    // A screen that is drawn already keeps its order: what was saved of it comes under that.
    const drawn = queryClient.getQueryCache().get(saved.queryHash);
    const share = drawn?.options.structuralSharing;
    const data = typeof share === 'function' ? share(drawn?.state.data, saved.state.data) : saved.state.data;
    // An answer whose repetition failed before it was saved is an answer all the same.
    return [{ ...saved, state: { ...saved.state, data, status: 'success' as const, error: null } }];
  });
  return { ...client, clientState: { mutations: [], queries } };
}
