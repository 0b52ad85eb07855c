import type { ProductFilter } from '#contract/product-filter.ts';
import { publicQueryFamily } from '../../lib/query-families.ts';

export const productsQueryFamily = publicQueryFamily('products');
/** Caches the sixty most recently viewed products. */
export const productQueryFamily = publicQueryFamily('product', { keptCount: 60 });

export const productKeys = {
  all: productQueryFamily.key,
  list: productsQueryFamily.key,
  /** Identifies a filtered list. A key with a search is never persisted. */
  filtered: (filter: ProductFilter) =>
    isFiltering(filter) ? ([...productsQueryFamily.key, filter] as const) : productsQueryFamily.key,
  bySlug: (slug: string) => [...productQueryFamily.key, slug] as const,
};

export function isFiltering({ search, category }: ProductFilter): boolean {
  return search !== '' || category !== '';
}
