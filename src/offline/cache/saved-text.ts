import type { QueryClient } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { familyOf, type QueryFamily } from '../../lib/query-families.ts';
import { isYoung } from './persisted-families.ts';

/** Saved answers as text: what is written of them, and what of a text is believed when it is read. */

export function toText(client: PersistedClient): string {
  return JSON.stringify(client, function dropRunningDurations(this: { deadline?: unknown }, name, value) {
    // A duration would start again when it is restored; the deadline beside it stays true.
    return name === 'timeRemaining' && this.deadline ? undefined : (value as unknown);
  });
}

/** Each answer is believed by its own date: that of the whole text only says when it was last written. */
export function fromText(
  text: string,
  families: readonly QueryFamily[],
  queryClient: QueryClient,
): PersistedClient {
  const client = JSON.parse(text) as PersistedClient;
  const queries = client.clientState.queries.flatMap((saved) => {
    const family = familyOf(families, saved.queryKey);
    if (!family || !isYoung(family.keptMs, saved.state.dataUpdatedAt, Date.now())) return [];
    // A screen that is drawn already keeps its order: what was saved of it comes under that.
    const drawn = queryClient.getQueryCache().get(saved.queryHash);
    const share = drawn?.options.structuralSharing;
    const data = typeof share === 'function' ? share(drawn?.state.data, saved.state.data) : saved.state.data;
    // An answer whose repetition failed before it was saved is an answer all the same.
    return [{ ...saved, state: { ...saved.state, data, status: 'success' as const, error: null } }];
  });
  return { ...client, clientState: { mutations: [], queries } };
}

/** Drops the older half of what no screen shows at the moment. */
export function withoutOldHalf(client: PersistedClient, queryClient: QueryClient): PersistedClient {
  const isShown = (hash: string) => (queryClient.getQueryCache().get(hash)?.getObserversCount() ?? 0) > 0;
  const spare = client.clientState.queries
    .filter((query) => !isShown(query.queryHash))
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  const dropped = new Set(spare.slice(0, Math.ceil(spare.length / 2)).map((query) => query.queryHash));
  const queries = client.clientState.queries.filter((query) => !dropped.has(query.queryHash));
  return { ...client, clientState: { ...client.clientState, queries } };
}
