import { publicFamily } from '../../lib/query-families.ts';

export const productsFamily = publicFamily('products');
/** The newest sixty that were looked at. */
export const productFamily = publicFamily('product', { keptCount: 60 });

/** Where products lie in the cache. */
export const productKeys = {
  all: productFamily.key,
  list: productsFamily.key,
  bySlug: (slug: string) => [...productFamily.key, slug] as const,
};
