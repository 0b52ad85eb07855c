/** Cache keys of public data that more than one feature touches. */
export const productKeys = {
  all: ['public', 'product'] as const,
  list: ['public', 'products'] as const,
  bySlug: (slug: string) => ['public', 'product', slug] as const,
};
