import { useQueryClient } from '@tanstack/react-query';
import type { Product } from '#contract/schemas/product.ts';
import { useQueryCacheValue } from '../../../lib/query/use-query-cache-value.ts';
import type { ProductWithServerTime } from './product-by-slug.ts';
import { productQueryKeys } from './product-keys.ts';

/**
 * Returns the products that this phone opened last, newest first; empty before hydration.
 * @param exceptSlug the open product.
 */
export function useRecentlyViewedProducts(exceptSlug: string, count: number): Product[] {
  const queryClient = useQueryClient();
  const slugs = useQueryCacheValue(
    () =>
      queryClient
        .getQueryCache()
        .findAll({ queryKey: productQueryKeys.all })
        .filter(({ queryKey, state }) => state.data && queryKey.at(-1) !== exceptSlug)
        .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
        .slice(0, count)
        .map(({ queryKey }) => String(queryKey.at(-1)))
        .join(' '),
    () => '',
  );
  return slugs
    .split(' ')
    .flatMap((slug) => queryClient.getQueryData<ProductWithServerTime>(productQueryKeys.bySlug(slug)) ?? []);
}
