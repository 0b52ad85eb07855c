import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getProductBySlug, getProducts } from '#contract/endpoints.ts';
import { PRODUCTS_PER_PAGE } from '#contract/limits.ts';
import type { ProductFilter } from '#contract/product-filter.ts';
import type { Product } from '#contract/schemas/product.ts';
import { call } from '../../lib/api-client.ts';
import { type ApiError, isApiError, isUnanswered } from '../../lib/api-errors.ts';
import { KEEP, STALE } from '../../lib/stale-times.ts';
import { isFiltering, productKeys } from './product-keys.ts';
import { mergePages, type ProductPages } from './product-list.ts';
import { shuffle } from './shuffle.ts';

const PRODUCT_RETRIES = 3;
const LIST_RETRIES = 3;
const LIST_RETRY_MS = 2_000;
/** A server that asks for more is not waited for: whoever looks at the screen decides. */
const LONGEST_PAUSE_MS = 30_000;

const WHOLE_SHOP: ProductFilter = { search: '', category: '' };

/**
 * The home page's products, 24 a page, each batch shuffled when it is first fetched; or those that a search finds, in
 * the order of how well, or a category has. Without a connection it tries again every 2 s, and three times more when the
 * server is in trouble; any other failure of the first page of all products shows nothing and loading stays on.
 * @source spec section 8
 */
export const filteredProducts = (filter: ProductFilter) =>
  infiniteQueryOptions({
    queryKey: productKeys.filtered(filter),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const { search, category } = filter;
      const wanted = { ...(search && { q: search }), ...(category && { category }) };
      const query = { page: pageParam, limit: PRODUCTS_PER_PAGE, ...wanted };
      const reply = await call(getProducts, { query }, signal);
      return search === '' ? { ...reply, data: shuffle(reply.data, Math.random) } : reply;
    },
    getNextPageParam: (last) => (last.pagination.hasMore ? last.pagination.page + 1 : undefined),
    structuralSharing: (drawn, fresh) => mergePages(drawn as ProductPages | undefined, fresh as ProductPages),
    staleTime: STALE.products,
    // What is typed letter by letter is not kept as long as the list.
    ...(isFiltering(filter) && { gcTime: KEEP.default }),
    retry: (failures, error) =>
      isUnanswered(error) ||
      (isInTrouble(error) && failures < LIST_RETRIES && listPauseMs(failures, error) <= LONGEST_PAUSE_MS),
    retryDelay: listPauseMs,
  });

/** The server is there but cannot answer now. */
function isInTrouble(error: unknown): error is ApiError {
  return isApiError(error) && (error.status >= 500 || error.status === 429);
}

/** 2, 4 and 8 s for a server in trouble, or as long as its `Retry-After` says. */
function listPauseMs(failures: number, error: unknown): number {
  if (!isInTrouble(error)) return LIST_RETRY_MS;
  return Math.max(error.retryAfterMs ?? 0, LIST_RETRY_MS * 2 ** failures);
}

export const productList = filteredProducts(WHOLE_SHOP);

/** A product as its own answer brought it, with the server's time then. A rendered page brings the group's instead. */
export type AnsweredProduct = Product & { serverTime?: string };

/**
 * One product; null: the server that rendered the page knows of none. Up to 3 more tries, except after a 400.
 */
export const productBySlug = (slug: string) =>
  queryOptions({
    queryKey: productKeys.bySlug(slug),
    queryFn: async ({ signal }): Promise<AnsweredProduct | null> => {
      const { data, serverTime } = await call(getProductBySlug, { params: { slug } }, signal);
      return { ...data, serverTime };
    },
    staleTime: STALE.product,
    retry: (failures, error) => failures < PRODUCT_RETRIES && !isApiError(error, 400),
  });
