import { queryOptions } from '@tanstack/react-query';
import { getProductBySlug } from '#contract/endpoints.ts';
import type { Product } from '#contract/schemas/product.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { isApiError } from '../../../lib/api/api-errors.ts';
import { QUERY_STALE_MS } from '../../../lib/query/cache-times.ts';
import { productQueryKeys } from './product-keys.ts';

const RETRIES = 3;

/**
 * A product with the server's time of its response, from which its countdown starts. A product inlined in the rendered
 * page has no such time.
 */
export type ProductWithServerTime = Product & { serverTime?: string };

/**
 * Fetches one product; null means that the server-rendered page found none. A failed fetch is retried up to three
 * times, except after a 400.
 */
export const productBySlugQuery = (slug: string) =>
  queryOptions({
    queryKey: productQueryKeys.bySlug(slug),
    queryFn: async ({ signal }): Promise<ProductWithServerTime | null> => {
      const { data, serverTime } = await callApi(getProductBySlug, { params: { slug } }, signal);
      return { ...data, serverTime };
    },
    staleTime: QUERY_STALE_MS.product,
    retry: (failures, error) => failures < RETRIES && !isApiError(error, 400),
  });
