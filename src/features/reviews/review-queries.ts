import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listProductReviews } from '#contract/endpoints.ts';
import { listOwnReviews } from '#contract/member-endpoints.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { QUERY_STALE_TIME_MS } from '../../lib/query/cache-times.ts';
import {
  createPersistedPublicQueries,
  createPersistedUserQueries,
} from '../../lib/query/create-persisted-queries.ts';

/** Reviews of the products that were viewed last can be read offline. */
export const persistedProductReviewQueries = createPersistedPublicQueries('reviews', { maxCount: 60 });
export const persistedOwnReviewQueries = createPersistedUserQueries('own-reviews', { maxCount: 60 });

/** Cursor that requests the first page of reviews. */
export const FIRST_REVIEWS_PAGE_CURSOR = 0;

/** Fetches a product's reviews page by page, newest first. */
export const productReviewsQuery = (productId: string) =>
  infiniteQueryOptions({
    queryKey: [...persistedProductReviewQueries.key, productId] as const,
    initialPageParam: FIRST_REVIEWS_PAGE_CURSOR,
    queryFn: ({ pageParam: after, signal }) =>
      callApi(listProductReviews, { params: { productId }, query: after > 0 ? { after } : {} }, signal),
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    staleTime: QUERY_STALE_TIME_MS.product,
  });

/** Fetches the member's collected order lines of a product, with their reviews. */
export const ownReviewsQuery = (userId: string, productId: string) =>
  queryOptions({
    queryKey: [...persistedOwnReviewQueries.key(userId), productId] as const,
    queryFn: async ({ signal }) => (await callApi(listOwnReviews, { params: { productId } }, signal)).data,
    staleTime: QUERY_STALE_TIME_MS.lists,
  });
