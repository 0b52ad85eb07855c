import type { QueryClient } from '@tanstack/react-query';

/**
 * Takes over the data that the server rendered the page with: `[[queryKey, data], …]`. It is as old as the page's
 * answer, which on a slow line came long before its scripts. A page out of the browser's own cache (Back, a restored
 * tab) may be of any age: what it shows stays until it was asked about.
 */
export function adoptServerData(queryClient: QueryClient): void {
  const block = document.getElementById('server-data');
  const entries: [readonly unknown[], unknown][] = JSON.parse(block?.textContent ?? '[]');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const ageMs = page ? performance.now() - page.responseStart : 0;
  const updatedAt = Math.round(Date.now() - ageMs);
  for (const [queryKey, data] of entries) {
    queryClient.setQueryData(queryKey, data, { updatedAt });
    if (page?.transferSize === 0) void queryClient.invalidateQueries({ queryKey });
  }
}
