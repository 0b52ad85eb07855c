import { queryOptions } from '@tanstack/react-query';
import { opsProduct, opsProducts } from '#contract/ops-products-endpoints.ts';
import type { OpsProductsQuery } from '#contract/schemas/ops-products.ts';
import { send } from '../../lib/api-send.ts';

export const PRODUCTS_PAGE = 50;

/** Of every list of products. */
export const PRODUCTS_KEY = ['products'];

/** One page of the list, in its fixed order. */
export const productsQuery = (wanted: Pick<OpsProductsQuery, 'q' | 'status' | 'after'>) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, wanted],
    queryFn: async ({ signal }) =>
      (await send(opsProducts, { query: { ...wanted, limit: PRODUCTS_PAGE } }, { signal })).data,
  });

export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ['product', slug],
    queryFn: async ({ signal }) => (await send(opsProduct, { params: { slug } }, { signal })).data,
  });
