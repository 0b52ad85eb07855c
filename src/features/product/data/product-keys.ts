import { formatProductFilterQuery, type ProductFilter } from '#contract/rules/product/product-filter.ts';
import { createPublicQueryFamily } from '../../../lib/query/query-families.ts';

export const productsQueryFamily = createPublicQueryFamily('products');
/** The phone stores the sixty products that were viewed last. */
export const productQueryFamily = createPublicQueryFamily('product', { keptCount: 60 });

export const productQueryKeys = {
  all: productQueryFamily.key,
  list: productsQueryFamily.key,
  /** Key of a filtered list. Lists with a search text are not stored on the phone. */
  filtered: (filter: ProductFilter) =>
    isProductFilterActive(filter) ? ([...productsQueryFamily.key, filter] as const) : productsQueryFamily.key,
  bySlug: (slug: string) => [...productQueryFamily.key, slug] as const,
};

export function isProductFilterActive(filter: ProductFilter): boolean {
  return formatProductFilterQuery(filter) !== '';
}
