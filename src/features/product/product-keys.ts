import { formatProductFilterQuery, type ProductFilter } from '#contract/product-filter.ts';
import { createPublicQueryFamily } from '../../lib/query-families.ts';

export const productsQueryFamily = createPublicQueryFamily('products');
/** Caches the sixty most recently viewed products. */
export const productQueryFamily = createPublicQueryFamily('product', { keptCount: 60 });

export const productQueryKeys = {
  all: productQueryFamily.key,
  list: productsQueryFamily.key,
  /** Identifies a filtered list. A key with a search is never persisted. */
  filtered: (filter: ProductFilter) =>
    isProductFilterActive(filter) ? ([...productsQueryFamily.key, filter] as const) : productsQueryFamily.key,
  bySlug: (slug: string) => [...productQueryFamily.key, slug] as const,
};

export function isProductFilterActive(filter: ProductFilter): boolean {
  return formatProductFilterQuery(filter) !== '';
}
