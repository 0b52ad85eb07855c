import type { QueryClient } from '@tanstack/react-query';
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { familyOf, type QueryFamily } from '../lib/query-families.ts';
import { isYoung } from './persisted-families.ts';
import { MAX_CHARS } from './query-mirror.ts';
import type { UndatedAnswers } from './undated-answers.ts';

/** A shelf of saved answers as text: what goes into it, and what of it is believed when it is read. */

export function serialize(client: PersistedClient, undated: UndatedAnswers): string {
  const whole = textOf(undated.withNoted(client));
  // What nobody can date makes room first.
  return whole.length <= MAX_CHARS ? whole : textOf(client);
}

function textOf(client: PersistedClient): string {
  return JSON.stringify(client, function dropRunningDurations(this: { deadline?: unknown }, name, value) {
    // A duration would start again when it is restored; the deadline beside it stays true.
    return name === 'timeRemaining' && this.deadline ? undefined : (value as unknown);
  });
}

/** The blob's own date only says when it was last written. */
export function onlyYoung(families: readonly QueryFamily[], client: PersistedClient): PersistedClient {
  const queries = client.clientState.queries.filter(({ queryKey, state }) => {
    const family = familyOf(families, queryKey);
    return family !== undefined && isYoung(family.keptMs, state.dataUpdatedAt, Date.now());
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

/** A screen that is drawn already keeps its order: what was saved of it comes under that. */
export function underDrawn(client: PersistedClient, queryClient: QueryClient): PersistedClient {
  const queries = client.clientState.queries.map((saved) => {
    const drawn = queryClient.getQueryCache().get(saved.queryHash);
    const share = drawn?.options.structuralSharing;
    if (typeof share !== 'function') return saved;
    return { ...saved, state: { ...saved.state, data: share(drawn?.state.data, saved.state.data) } };
  });
  return { ...client, clientState: { ...client.clientState, queries } };
}
