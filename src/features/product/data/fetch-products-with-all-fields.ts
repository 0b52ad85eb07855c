import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { listProducts } from '#contract/endpoints.ts';
import { PRODUCTS_PER_PAGE } from '#contract/limits.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { hasProductWithOnlyCardFields } from './card-data.ts';
import { mergeProductPages, type ProductListPages } from './product-list.ts';
import { allProductsQuery } from './product-queries.ts';

/**
 * Fetches the first page of products in full, because the rendered page lacks the fields that opening them offline
 * needs.
 */
export function fetchProductsWithAllFields(queryClient: QueryClient): void {
  const { queryKey } = allProductsQuery;
  const fill = () => {
    const list = queryClient.getQueryState<ProductListPages>(queryKey);
    if (!hasProductWithOnlyCardFields(list?.data)) return unsubscribe();
    if (list?.status !== 'success' || list.fetchStatus !== 'idle' || !onlineManager.isOnline()) return;
    unsubscribe();
    void fetchFirstPage(queryClient).catch(() => undefined);
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(fill);
  fill();
}

async function fetchFirstPage(queryClient: QueryClient): Promise<void> {
  const first = await callApi(listProducts, { query: { page: 1, limit: PRODUCTS_PER_PAGE } });
  queryClient.setQueryData<ProductListPages>(
    allProductsQuery.queryKey,
    (list) => list && mergeProductPages(list, { ...list, pages: [first, ...list.pages.slice(1)] }),
  );
}
