import { formatProductFilterQuery, type ProductFilter } from '#contract/rules/product/product-filter.ts';
import { createPersistedPublicQueries } from '../../../lib/query/create-persisted-queries.ts';

export const persistedProductListQueries = createPersistedPublicQueries('products');
/** The phone stores the sixty products that were viewed last. */
export const persistedProductQueries = createPersistedPublicQueries('product', { maxCount: 60 });

export const productQueryKeys = {
  all: persistedProductQueries.key,
  list: persistedProductListQueries.key,
  /** Key of a filtered list. Lists with a search text are not stored on the phone. */
  filtered: (filter: ProductFilter) =>
    isProductFilterActive(filter)
      ? ([...persistedProductListQueries.key, filter] as const)
      : persistedProductListQueries.key,
  bySlug: (slug: string) => [...persistedProductQueries.key, slug] as const,
};

export function isProductFilterActive(filter: ProductFilter): boolean {
  return formatProductFilterQuery(filter) !== '';
}
