import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isAbortError, isApiError } from '../../lib/api/api-errors.ts';
import { QUERY_CACHE_LIFETIME_MS } from '../../lib/query/cache-times.ts';

/** Creates the cache of all API data. The cache logs final errors; the screens show them. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: log }),
    defaultOptions: {
      queries: {
        gcTime: QUERY_CACHE_LIFETIME_MS.default,
        retry: (failures, error) => failures < 3 && !isAbortError(error) && !isApiError(error, 401),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 30_000),
      },
      mutations: { retry: false },
    },
  });
}

function log(error: unknown): void {
  if (!isAbortError(error)) console.info('a call failed', String(error));
}
