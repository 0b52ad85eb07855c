import type { QueryClient } from '@tanstack/react-query';
import { fromCards } from '../features/product/card-data.ts';
import { productsFamily } from '../features/product/product-keys.ts';

/**
 * Takes over the data that the server rendered the page with: `[[queryKey, data], …]`, a list with what its cards show.
 * It is as old as the page's answer, which on a slow line came long before its scripts; where the worker kept the page,
 * as the worker says. A page out of the browser's own cache (Back, a restored tab) may be of any age: what it shows
 * stays until it was asked about.
 */
export function adoptServerData(queryClient: QueryClient): void {
  const block = document.getElementById('server-data');
  // biome-ignore lint/suspicious/noExplicitAny: the server's own words, of the same release
  const entries: [readonly unknown[], any][] = JSON.parse(block?.textContent ?? '[]');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const keptAt = pageKeptAt();
  const ageMs = page ? performance.now() - page.responseStart : 0;
  const updatedAt = keptAt ?? Math.round(Date.now() - ageMs);
  for (const [queryKey, data] of entries) {
    const whole = queryKey[1] === productsFamily.name ? fromCards(data) : data;
    queryClient.setQueryData(queryKey, whole, { updatedAt });
    if (keptAt === undefined && page?.transferSize === 0) void queryClient.invalidateQueries({ queryKey });
  }
}

/** When the worker kept this page, by the phone's clock; undefined: it came from the server. */
export function pageKeptAt(): number | undefined {
  const at = document.getElementById('root')?.dataset.rendered;
  return at ? Number(at) : undefined;
}
