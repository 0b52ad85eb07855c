import type { ProductFilter } from '#contract/product-filter.ts';
import { publicFamily } from '../../lib/query-families.ts';

export const productsFamily = publicFamily('products');
/** Caches the sixty most recently viewed products. */
export const productFamily = publicFamily('product', { keptCount: 60 });

export const productKeys = {
  all: productFamily.key,
  list: productsFamily.key,
  /** Key of a filtered list. A key with a search is never persisted. */
  filtered: (filter: ProductFilter) =>
    isFiltering(filter) ? ([...productsFamily.key, filter] as const) : productsFamily.key,
  bySlug: (slug: string) => [...productFamily.key, slug] as const,
};

export function isFiltering({ search, category }: ProductFilter): boolean {
  return search !== '' || category !== '';
}
