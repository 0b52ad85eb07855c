import type { InfiniteData } from '@tanstack/react-query';
import { isGroupAtDealStage } from '#contract/rules/group/deal-stage.ts';
import type { ProductFilter } from '#contract/rules/product/product-filter.ts';
import type { filterAndRankBySearch } from '#contract/rules/text/search-words.ts';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';

/** The home page's products in pages of 24, each in the order on the screen. */
export type ProductListPages = InfiniteData<ProductsReply, number>;

/**
 * Merges a new response into the order on the screen, so that a refresh never moves a product card under a finger.
 * @param drawn the pages on the screen, or undefined for the first response.
 */
export function mergeProductPages(
  drawn: ProductListPages | undefined,
  fresh: ProductListPages,
): ProductListPages {
  if (!drawn) return fresh;
  const freshBySlug = new Map(
    fresh.pages.flatMap((page) => page.data).map((product) => [product.slug, product]),
  );
  const known = new Set(drawn.pages.flatMap((page) => page.data).map((product) => product.slug));
  const pages = fresh.pages.map((page, index) => {
    const refreshed = (drawn.pages[index]?.data ?? []).flatMap(
      (product) => freshBySlug.get(product.slug) ?? [],
    );
    return { ...page, data: [...refreshed, ...page.data.filter((product) => !known.has(product.slug))] };
  });
  return { ...fresh, pages };
}

/** Sorts products by saved slugs; products without a saved place follow in their own order. */
export function sortProductsBySlugs(products: readonly Product[], order: readonly string[]): Product[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  return [...products].sort(
    (one, other) => (rank.get(one.slug) ?? order.length) - (rank.get(other.slug) ?? order.length),
  );
}

/**
 * Filters the products that the phone has.
 * @param find the search function; null while its code loads.
 * @param nowMs the server's time.
 */
export function filterProducts(
  products: readonly Product[],
  { search, category, stage }: ProductFilter,
  find: typeof filterAndRankBySearch | null,
  nowMs: number,
): readonly Product[] {
  const left = products.filter(
    (product) =>
      (category === '' || product.category === category) &&
      (!stage || isGroupAtDealStage(product.group, stage, nowMs)),
  );
  return search === '' ? left : (find?.(left, search) ?? []);
}
