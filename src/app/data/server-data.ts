import type { QueryClient } from '@tanstack/react-query';
import { rebuildProductsFromCards } from '../../features/product/data/card-data.ts';
import { persistedProductListQueries } from '../../features/product/data/product-keys.ts';
import { QUERY_CACHE_LIFETIME_MS } from '../../lib/query/cache-times.ts';

/**
 * Puts the data inlined in a server-rendered page into the query cache, `[[queryKey, data], …]`.
 * @param isPageFromCache true for the service worker's cached page: data stored on the phone replaces the page's data.
 */
export function cacheServerRenderedData(queryClient: QueryClient, isPageFromCache: boolean): void {
  const entries = readServerData();
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const answeredMs = page ? performance.now() - page.responseStart : 0;
  const updatedAt = Math.round(
    Date.now() - (isPageFromCache ? QUERY_CACHE_LIFETIME_MS.persisted : answeredMs),
  );
  for (const [queryKey, data] of entries) {
    const whole = queryKey[1] === persistedProductListQueries.name ? rebuildProductsFromCards(data) : data;
    queryClient.setQueryData(queryKey, whole, { updatedAt });
    if (!isPageFromCache && page?.transferSize === 0) void queryClient.invalidateQueries({ queryKey });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a server of the same release wrote the data
function readServerData(): [readonly unknown[], any][] {
  try {
    return JSON.parse(document.getElementById('server-data')?.textContent ?? '[]');
  } catch {
    // A lost connection may cut a page in its data, which the app then fetches.
    return [];
  }
}
