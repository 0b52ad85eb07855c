import type { InfiniteData } from '@tanstack/react-query';
import type { ProductFilter } from '#contract/product-filter.ts';
import type { findAmong } from '#contract/rules/search-words.ts';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';

/** The home page's products: pages of 24, each in the order in which it was drawn. */
export type ProductPages = InfiniteData<ProductsReply, number>;

/**
 * Puts new answers under an order that was already drawn: a background refetch changes prices and progress
 * in place, never the order. Products that are gone leave, new ones stand at the end of their page.
 *
 * @param drawn what the shopper sees, or undefined at the first answer.
 */
export function mergePages(drawn: ProductPages | undefined, fresh: ProductPages): ProductPages {
  if (!drawn) return fresh;
  const freshBySlug = new Map(
    fresh.pages.flatMap((page) => page.data).map((product) => [product.slug, product]),
  );
  const known = new Set(drawn.pages.flatMap((page) => page.data).map((product) => product.slug));
  const pages = fresh.pages.map((page, index) => {
    const kept = (drawn.pages[index]?.data ?? []).flatMap((product) => freshBySlug.get(product.slug) ?? []);
    return { ...page, data: [...kept, ...page.data.filter((product) => !known.has(product.slug))] };
  });
  return { ...fresh, pages };
}

/**
 * The same products in an order kept from before; those it does not name follow in their own order.
 *
 * @param order of their slugs.
 */
export function inOrder(products: readonly Product[], order: readonly string[]): Product[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  return [...products].sort(
    (one, other) => (rank.get(one.slug) ?? order.length) - (rank.get(other.slug) ?? order.length),
  );
}

/**
 * What a phone can say of a filter by itself: the products that it has, without what they are called every day.
 *
 * @param find null: its code is not there yet, and nothing is found.
 */
export function matching(
  products: readonly Product[],
  { search, category }: ProductFilter,
  find: typeof findAmong | null,
): readonly Product[] {
  const inCategory = category === '' ? products : products.filter((product) => product.category === category);
  if (search === '') return inCategory;
  return find?.(inCategory, search) ?? [];
}
