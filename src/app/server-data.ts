import type { QueryClient } from '@tanstack/react-query';
import { fromCards } from '../features/product/card-data.ts';
import { productsFamily } from '../features/product/product-keys.ts';
import { KEEP } from '../lib/stale-times.ts';

/**
 * Puts the data that the server rendered the page with into the cache: `[[queryKey, data], …]`, a list with what its
 * cards show. It is as old as the page's answer, which on a slow connection came long before its scripts. A page out of
 * the browser's own cache (Back, a restored tab) may be of any age: what it shows stays until it was fetched again.
 *
 * @param isCached the page is the worker's, at most a day old. Its data is dated as old as that, so that any answer that
 * the phone saved replaces it.
 */
export function adoptServerData(queryClient: QueryClient, isCached: boolean): void {
  const block = document.getElementById('server-data');
  // biome-ignore lint/suspicious/noExplicitAny: the server's own words, of the same release
  const entries: [readonly unknown[], any][] = JSON.parse(block?.textContent ?? '[]');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const answeredMs = page ? performance.now() - page.responseStart : 0;
  const updatedAt = Math.round(Date.now() - (isCached ? KEEP.persisted : answeredMs));
  for (const [queryKey, data] of entries) {
    const whole = queryKey[1] === productsFamily.name ? fromCards(data) : data;
    queryClient.setQueryData(queryKey, whole, { updatedAt });
    if (!isCached && page?.transferSize === 0) void queryClient.invalidateQueries({ queryKey });
  }
}
