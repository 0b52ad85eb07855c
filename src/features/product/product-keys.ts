import type { ProductFilter } from '#contract/product-filter.ts';
import { publicFamily } from '../../lib/query-families.ts';

export const productsFamily = publicFamily('products');
/** The newest sixty that were looked at. */
export const productFamily = publicFamily('product', { keptCount: 60 });

/** Where products lie in the cache. */
export const productKeys = {
  all: productFamily.key,
  list: productsFamily.key,
  /** What a filter leaves of the list. A key that holds a search is never kept on the phone. */
  filtered: (filter: ProductFilter) =>
    isFiltering(filter) ? ([...productsFamily.key, filter] as const) : productsFamily.key,
  bySlug: (slug: string) => [...productFamily.key, slug] as const,
};

export function isFiltering({ search, category }: ProductFilter): boolean {
  return search !== '' || category !== '';
}
