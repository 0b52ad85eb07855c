import type { QueryClient } from '@tanstack/react-query';
import { isWholeShop } from '#contract/product-filter.ts';
import type { HomeToKeep } from '#contract/worker-messages.ts';
import { productKeys } from '../features/product/product-keys.ts';
import { isLineDear } from '../lib/data-thrift.ts';
import { pageKeptAt } from './server-data.ts';

/**
 * Has the worker keep home as the server draws it: at once where this page is that, and each time the shopper leaves,
 * so that the next start begins with what was last seen. It is always a little older than the list that lies on the
 * phone, which has more of each product.
 *
 * @returns ends it.
 */
export function keepHome(queryClient: QueryClient): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const keep = async (loadedFrom?: string) => {
    const listedAtMs = queryClient.getQueryState(productKeys.list)?.dataUpdatedAt;
    if (!listedAtMs || isLineDear()) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({
      type: 'KEEP_HOME',
      listedAtMs: listedAtMs - 1,
      loadedFrom,
    } satisfies HomeToKeep);
  };
  const handleVisibility = () => {
    if (document.visibilityState === 'hidden') void keep();
  };
  const loadedFrom = homeFromServer();
  if (loadedFrom !== undefined) void keep(loadedFrom);
  document.addEventListener('visibilitychange', handleVisibility);
  return () => document.removeEventListener('visibilitychange', handleVisibility);
}

/** Where this page was loaded from, if it is the whole of home and came from the server. */
function homeFromServer(): string | undefined {
  const [page] = performance.getEntriesByType('navigation');
  const isRendered = 'rendered' in (document.getElementById('root')?.dataset ?? {});
  if (!page || !isRendered || pageKeptAt() !== undefined) return undefined;
  return isWholeShop(new URL(page.name)) ? page.name : undefined;
}
