import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, EndpointTypes } from '#contract/endpoint.ts';
import { isApiError, isProxyErrorResponse, isResponseMissing } from '../../lib/api/api-errors.ts';
import { type ApiCallOptions, sendApiRequest } from '../../lib/api/api-send.ts';

/** Creates a query from an endpoint and its input. Its cache key begins with the endpoint's path. */

type DataOf<S extends EndpointTypes> = S['reply'] extends { data: infer Data } ? Data : never;

export function endpointQuery<S extends EndpointTypes>(
  endpoint: Endpoint<S>,
  parts = {} as ApiCallOptions<S>,
) {
  return queryOptions({
    queryKey: [endpoint.path, parts],
    queryFn: async ({ signal }) =>
      ((await sendApiRequest(endpoint, parts, { signal })) as { data: DataOf<S> }).data,
  });
}

type PagedShape<Row, Query extends object> = ({ query: Query } | { body: Query }) & {
  reply: { data: Row[] };
};

const PAGE = 50;

/**
 * Creates a query that is loaded page by page.
 * @param next returns the query parameters of the page after the row `last`.
 */
export function pagedEndpointQuery<Row, Query extends object>(
  endpoint: Endpoint<PagedShape<Row, Query>>,
  query: Partial<Query>,
  next: (last: Row) => Partial<Query>,
) {
  return infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', query],
    initialPageParam: {} as Partial<Query>,
    queryFn: async ({ pageParam, signal }) => {
      const input = Object.assign({ limit: PAGE }, query, pageParam);
      const parts = endpoint.method === 'GET' ? { query: input } : { body: input };
      return (
        await sendApiRequest(endpoint, parts as unknown as ApiCallOptions<PagedShape<Row, Query>>, { signal })
      ).data;
    },
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last !== undefined && page.length === PAGE ? next(last) : undefined;
    },
    select: ({ pages }) => pages.flat(),
  });
}

/** Fetches again the queries of the given endpoints, at once if visible; without endpoints, all but the session's. */
export async function refetchEndpoints(
  queryClient: QueryClient,
  ...endpoints: readonly { path: string }[]
): Promise<void> {
  const paths = endpoints.map(({ path }) => path);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) =>
      paths.length === 0 ? key !== 'session' : paths.includes(String(key)),
  });
}

/** Says that the shop cannot be reached, and that the page retries. */
export interface ServerUnavailableMessage {
  title: string;
  text: string;
}

const COMES_BACK = 'Nothing is lost. This page reloads automatically when the shop is back.';

/** Failed queries are retried at this interval while the server is unavailable. */
const AWAY_EVERY_MS = 3_000;

/** @returns the message while the server is unavailable; null for a refusal, which another attempt would not change. */
export function getServerUnavailableMessage(error: Error | null): ServerUnavailableMessage | null {
  if (!error) return null;
  if (isResponseMissing(error) || isProxyErrorResponse(error))
    return {
      title: 'The shop is not responding',
      text: `Nothing can be loaded or changed at the moment. ${COMES_BACK}`,
    };
  if (isApiError(error, 503))
    return {
      title: 'The database is unavailable',
      text: `Nothing can be loaded or changed at the moment. ${COMES_BACK}`,
    };
  return null;
}

/**
 * @returns the `refetchInterval` of a query: `everyMs`, but three seconds while the server is unavailable, so that the
 * screen recovers soon.
 */
export function createOutageAwareRefetchInterval(everyMs: number | false) {
  return ({ state }: { state: { error: Error | null } }): number | false =>
    getServerUnavailableMessage(state.error) ? AWAY_EVERY_MS : everyMs;
}

/**
 * Creates the console's query cache. An error reply of the server shows at once; only a missing reply is requested
 * again.
 */
export function createConsoleQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Data counts as outdated at once, because operators must see fresh data.
        staleTime: 0,
        retry: (failures, error) => failures < 2 && !isApiError(error),
        refetchInterval: createOutageAwareRefetchInterval(false),
      },
      mutations: { retry: false },
    },
  });
}
