import { infiniteQueryOptions } from '@tanstack/react-query';
import { listProducts } from '#contract/endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { persistedProductListQueries } from './product-keys.ts';

/** Number of products to fetch. The page shows one less, because the open product may be among them and is left out. */
export const RELATED_PRODUCTS_COUNT = 5;

/** Fetches the first products of a category, which the product page recommends. */
export const relatedProductsQuery = (category: string) =>
  infiniteQueryOptions({
    queryKey: [...persistedProductListQueries.key, 'more', category] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      callApi(listProducts, { query: { page, limit: RELATED_PRODUCTS_COUNT, category } }, signal),
    getNextPageParam: () => undefined,
    enabled: category !== '',
    staleTime: QUERY_STALE_TIME_MS.products,
  });
