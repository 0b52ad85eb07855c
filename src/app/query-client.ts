import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isAborted, isApiError } from '../lib/api-errors.ts';
import { KEEP } from '../lib/stale-times.ts';

/**
 * The one cache of API data. Defaults of the spec: entries kept 5 minutes, 3 more tries after 1 s, doubling
 * up to 30 s. A call given up on purpose and a refused session are never tried again. The final failure is
 * logged; what a screen shows of it is the screen's own.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: log }),
    defaultOptions: {
      queries: {
        gcTime: KEEP.default,
        retry: (failures, error) => failures < 3 && !isAborted(error) && !isApiError(error, 401),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 30_000),
      },
      mutations: { retry: false },
    },
  });
}

function log(error: unknown): void {
  if (!isAborted(error)) console.info('a call failed', String(error));
}
