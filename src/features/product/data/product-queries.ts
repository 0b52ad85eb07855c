import { infiniteQueryOptions } from '@tanstack/react-query';
import { listProducts } from '#contract/endpoints.ts';
import { PRODUCTS_PER_PAGE } from '#contract/limits.ts';
import type { ProductFilter } from '#contract/rules/product/product-filter.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { type ApiError, isApiError, isResponseMissing } from '../../../lib/api/api-errors.ts';
import { QUERY_CACHE_LIFETIME_MS, QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { isProductFilterActive, productQueryKeys } from './product-keys.ts';
import { mergeProductPages, type ProductListPages } from './product-list.ts';
import { shuffle } from './shuffle.ts';

const LIST_RETRIES = 3;
const LIST_RETRY_MS = 2_000;
/**
 * The longest `Retry-After` after which a fetch is retried by itself, milliseconds. After a longer one the shopper
 * retries.
 */
const LONGEST_PAUSE_MS = 30_000;

/** The filter that selects all products. */
export const ALL_PRODUCTS_FILTER: ProductFilter = { search: '', category: '' };

/**
 * Fetches the home page's products. Pages are shuffled unless filtered by a search or a deal stage such as
 * `almost-full`.
 * @source spec section 8
 */
export const filteredProductsQuery = (filter: ProductFilter) =>
  infiniteQueryOptions({
    queryKey: productQueryKeys.filtered(filter),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const { search, category, stage } = filter;
      const wanted = { q: search || undefined, category: category || undefined, deals: stage };
      const query = { page: pageParam, limit: PRODUCTS_PER_PAGE, ...wanted };
      const reply = await callApi(listProducts, { query }, signal);
      return search === '' && !stage ? { ...reply, data: shuffle(reply.data, Math.random) } : reply;
    },
    getNextPageParam: (last) => (last.pagination.hasMore ? last.pagination.page + 1 : undefined),
    structuralSharing: (drawn, fresh) =>
      mergeProductPages(drawn as ProductListPages | undefined, fresh as ProductListPages),
    staleTime: QUERY_STALE_TIME_MS.products,
    // Filtered lists leave the memory earlier than the whole list, because each filter and each search adds a list of
    // its own.
    ...(isProductFilterActive(filter) && { gcTime: QUERY_CACHE_LIFETIME_MS.default }),
    retry: (failures, error) =>
      isResponseMissing(error) ||
      (isInTrouble(error) && failures < LIST_RETRIES && listPauseMs(failures, error) <= LONGEST_PAUSE_MS),
    retryDelay: listPauseMs,
  });

function isInTrouble(error: unknown): error is ApiError {
  return isApiError(error) && (error.status >= 500 || error.status === 429);
}

/** @returns the pause before a retry: 2, 4 and 8 s after server errors, or the server's `Retry-After`. */
function listPauseMs(failures: number, error: unknown): number {
  if (!isInTrouble(error)) return LIST_RETRY_MS;
  return Math.max(error.retryAfterMs ?? 0, LIST_RETRY_MS * 2 ** failures);
}

export const allProductsQuery = filteredProductsQuery(ALL_PRODUCTS_FILTER);
