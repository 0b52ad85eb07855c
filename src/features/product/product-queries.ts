import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getProductBySlug, getProducts } from '#contract/endpoints.ts';
import { PRODUCTS_PER_PAGE } from '#contract/limits.ts';
import type { Product } from '#contract/schemas/product.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError, isUnanswered } from '../../lib/api-errors.ts';
import { STALE } from '../../lib/stale-times.ts';
import { withPauses } from '../../lib/with-pauses.ts';
import { productKeys } from './product-keys.ts';
import { mergePages, type ProductPages } from './product-list.ts';
import { shuffle } from './shuffle.ts';

const PRODUCT_RETRIES = 3;
const LIST_RETRY_MS = 2_000;

/**
 * The home page's products, 24 a page, each batch shuffled when it is first fetched. Without a connection it
 * tries again every 2 s; any other failure of the first page shows nothing and loading stays on. A later page is asked
 * for three times more when the server is in trouble, and then fails. @source spec section 8
 */
export const productList = infiniteQueryOptions({
  queryKey: productKeys.list,
  initialPageParam: 1,
  queryFn: async ({ pageParam, signal }) => {
    const ask = () => call(getProducts, { query: { page: pageParam, limit: PRODUCTS_PER_PAGE } }, signal);
    const reply = pageParam === 1 ? await ask() : await withPauses(ask, signal);
    return { ...reply, data: shuffle(reply.data, Math.random) };
  },
  getNextPageParam: (last) => (last.pagination.hasMore ? last.pagination.page + 1 : undefined),
  structuralSharing: (drawn, fresh) => mergePages(drawn as ProductPages | undefined, fresh as ProductPages),
  staleTime: STALE.products,
  retry: (_, error) => isUnanswered(error),
  retryDelay: LIST_RETRY_MS,
});

/**
 * One product; null: the server that rendered the page knows of none. Up to 3 more tries, except after a 400.
 */
export const productBySlug = (slug: string) =>
  queryOptions({
    queryKey: productKeys.bySlug(slug),
    queryFn: async ({ signal }): Promise<Product | null> =>
      (await call(getProductBySlug, { params: { slug } }, signal)).data,
    staleTime: STALE.product,
    retry: (failures, error) => failures < PRODUCT_RETRIES && !isApiError(error, 400),
  });
