import { queryOptions } from '@tanstack/react-query';
import { getProductBySlug } from '#contract/endpoints.ts';
import type { Product } from '#contract/schemas/product.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { isApiError } from '../../../lib/api/api-errors.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { productQueryKeys } from './product-keys.ts';

const RETRIES = 3;

/** A product with the time of the server's response, from which its countdown starts. */
export type ProductWithServerTime = Product & { serverTime?: string };

/** Fetches one product; null means that the server-rendered page found none. */
export const productBySlugQuery = (slug: string) =>
  queryOptions({
    queryKey: productQueryKeys.bySlug(slug),
    queryFn: async ({ signal }): Promise<ProductWithServerTime | null> => {
      const { data, serverTime } = await callApi(getProductBySlug, { params: { slug } }, signal);
      return { ...data, serverTime };
    },
    staleTime: QUERY_STALE_TIME_MS.product,
    retry: (failures, error) => failures < RETRIES && !isApiError(error, 400),
  });
