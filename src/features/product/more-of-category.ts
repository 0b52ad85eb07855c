import { infiniteQueryOptions } from '@tanstack/react-query';
import { getProducts } from '#contract/endpoints.ts';
import { callApi } from '../../lib/api-client.ts';
import { QUERY_STALE_MS } from '../../lib/cache-times.ts';
import { productsQueryFamily } from './product-keys.ts';

/** The request asks for one product more than the page shows, because the open product may be among them. */
export const MORE_OF_CATEGORY_COUNT = 5;

/** Fetches a few products of a category. It is one page of a list, so the rendered page brings its card data only. */
export const moreOfCategoryQuery = (category: string) =>
  infiniteQueryOptions({
    queryKey: [...productsQueryFamily.key, 'more', category] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      callApi(getProducts, { query: { page, limit: MORE_OF_CATEGORY_COUNT, category } }, signal),
    getNextPageParam: () => undefined,
    enabled: category !== '',
    staleTime: QUERY_STALE_MS.products,
  });
