import { formatProductFilterQuery, type ProductFilter } from '#contract/rules/product/product-filter.ts';
import { createPersistedPublicQueries } from '../../../lib/query/create-persisted-queries.ts';

export const productListQueries = createPersistedPublicQueries('products');
/** The phone stores the sixty products that were viewed last. */
export const productQueries = createPersistedPublicQueries('product', { keptCount: 60 });

export const productQueryKeys = {
  all: productQueries.key,
  list: productListQueries.key,
  /** Key of a filtered list. Lists with a search text are not stored on the phone. */
  filtered: (filter: ProductFilter) =>
    isProductFilterActive(filter) ? ([...productListQueries.key, filter] as const) : productListQueries.key,
  bySlug: (slug: string) => [...productQueries.key, slug] as const,
};

export function isProductFilterActive(filter: ProductFilter): boolean {
  return formatProductFilterQuery(filter) !== '';
}
