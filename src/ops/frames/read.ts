import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, EndpointShape } from '#contract/endpoint.ts';
import { isApiError, isProxyError, isResponseMissing } from '../../lib/api-errors.ts';
import { type CallOptions, send } from '../../lib/api-send.ts';

/** How the console reads: every query is made of its endpoint and what is asked, and kept under the endpoint's path. */

type DataOf<S extends EndpointShape> = S['reply'] extends { data: infer Data } ? Data : never;

export function endpointQuery<S extends EndpointShape>(endpoint: Endpoint<S>, parts = {} as CallOptions<S>) {
  return queryOptions({
    queryKey: [endpoint.path, parts],
    queryFn: async ({ signal }) => ((await send(endpoint, parts, { signal })) as { data: DataOf<S> }).data,
  });
}

interface PagedShape<Row, Query extends object> extends EndpointShape {
  query: Query;
  reply: { data: Row[] };
}

const PAGE = 50;

/** A list that is read a page at a time. @param next what the call names of the last row, to go on behind it. */
export function pagedEndpointQuery<Row, Query extends object>(
  endpoint: Endpoint<PagedShape<Row, Query>>,
  query: Partial<Query>,
  next: (last: Row) => Partial<Query>,
) {
  return infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', query],
    initialPageParam: {} as Partial<Query>,
    queryFn: async ({ pageParam, signal }) => {
      const parts = { query: Object.assign({ limit: PAGE }, query, pageParam) };
      return (await send(endpoint, parts as unknown as CallOptions<PagedShape<Row, Query>>, { signal })).data;
    },
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last !== undefined && page.length === PAGE ? next(last) : undefined;
    },
    select: ({ pages }) => pages.flat(),
  });
}

/** Whatever was read is read again, where it is shown at once: all but who is signed in, or what these endpoints gave. */
export async function refetchAll(
  queryClient: QueryClient,
  ...endpoints: readonly { path: string }[]
): Promise<void> {
  const paths = endpoints.map(({ path }) => path);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) =>
      paths.length === 0 ? key !== 'session' : paths.includes(String(key)),
  });
}

/** What the operator reads while nothing can be loaded: what is away, and that it is tried again. */
export interface Unavailable {
  title: string;
  words: string;
}

const COMES_BACK = 'Nothing is lost. This page reloads automatically when the shop is back.';

/** How often what could not be read is read again. */
const AWAY_EVERY_MS = 3_000;

/** @returns null for a refusal: it is an answer, and stays one. */
export function unavailableOf(error: Error | null): Unavailable | null {
  if (!error) return null;
  if (isResponseMissing(error) || isProxyError(error))
    return {
      title: 'The shop is not responding',
      words: `Nothing can be loaded or changed at the moment. ${COMES_BACK}`,
    };
  if (isApiError(error, 503))
    return {
      title: 'The database is unavailable',
      words: `Nothing can be loaded or changed at the moment. ${COMES_BACK}`,
    };
  return null;
}

/** For a query that is read again every so often, and sooner while it cannot be read. */
export function refetchInterval(everyMs: number | false) {
  return ({ state }: { state: { error: Error | null } }): number | false =>
    unavailableOf(state.error) ? AWAY_EVERY_MS : everyMs;
}
