import { publicFamily } from './query-families.ts';

export const productsFamily = publicFamily('products');
/** The newest sixty that were looked at. */
export const productFamily = publicFamily('product', { keptCount: 60 });

/** Cache keys of public data that more than one feature touches. */
export const productKeys = {
  all: productFamily.key,
  list: productsFamily.key,
  bySlug: (slug: string) => [...productFamily.key, slug] as const,
};
