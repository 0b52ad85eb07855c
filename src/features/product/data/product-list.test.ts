import { expect, test } from 'vitest';
import { filterAndRankBySearch } from '#contract/rules/text/search-words.ts';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import {
  filterProducts,
  mergeProductPages,
  type ProductListPages,
  sortProductsBySlugs,
} from './product-list.ts';

function product(slug: string, price = 100): Product {
  return { slug, title: `Product ${slug}`, price } as Product;
}

function pages(...lists: Product[][]): ProductListPages {
  return {
    pages: lists.map((data) => ({ data }) as ProductsReply),
    pageParams: lists.map((_, index) => index + 1),
  };
}

const slugs = (merged: ProductListPages) =>
  merged.pages.map((page) => page.data.map((item) => item.slug).join(''));

test('a background refetch changes prices in place and keeps the drawn order', () => {
  const merged = mergeProductPages(
    pages([product('c'), product('a'), product('b')]),
    pages([product('a', 90), product('b'), product('c')]),
  );
  expect(slugs(merged)).toEqual(['cab']);
  expect(merged.pages[0]?.data[1]?.price).toBe(90);
});

test('a withdrawn product leaves, a new one stands at the end of its page', () => {
  const merged = mergeProductPages(pages([product('c'), product('a')]), pages([product('n'), product('c')]));
  expect(slugs(merged)).toEqual(['cn']);
});

test('a product that moved to another page is shown once, where it stood', () => {
  const merged = mergeProductPages(
    pages([product('b'), product('a')], [product('c')]),
    pages([product('a'), product('c')], [product('b')]),
  );
  expect(slugs(merged)).toEqual(['ba', 'c']);
});

test('the next batch is appended behind the drawn ones', () => {
  const merged = mergeProductPages(
    pages([product('b'), product('a')]),
    pages([product('a'), product('b')], [product('d')]),
  );
  expect(slugs(merged)).toEqual(['ba', 'd']);
});

test('a kept order is drawn again, unknown products follow', () => {
  const drawn = sortProductsBySlugs([product('a'), product('b'), product('c')], ['c', 'x', 'a']);
  expect(drawn.map((item) => item.slug)).toEqual(['c', 'a', 'b']);
});

test('a phone finds by itself what its titles and categories say', () => {
  const shop = [
    { title: 'Rice Flour', category: 'Flours' },
    { title: 'Local Rice', category: 'Grains' },
    { title: 'Oil', category: 'Oils' },
  ] as Product[];
  const found = (search: string, category = '') =>
    filterProducts(shop, { search, category }, filterAndRankBySearch, 0).map(({ title }) => title);
  expect(found('  rIcE ')).toEqual(['Rice Flour', 'Local Rice']);
  expect(found('rice', 'Grains')).toEqual(['Local Rice']);
  expect(found('', 'Oils')).toEqual(['Oil']);
  expect(found('grains')).toEqual(['Local Rice']);
  expect(found('')).toHaveLength(3);
  // Filtering by category needs no code that is loaded later.
  expect(filterProducts(shop, { search: '', category: 'Oils' }, null, 0)).toHaveLength(1);
  expect(filterProducts(shop, { search: 'rice', category: '' }, null, 0)).toEqual([]);
});

test('a phone finds by itself which groups close soon', () => {
  const group = (deadline: string | null) => ({ status: 'active', progressPercentage: 85, deadline });
  const shop = [
    { title: 'Rice', category: 'Grains', group: group('2026-03-02T20:00:00Z') },
    { title: 'Oil', category: 'Oils', group: group('2026-03-02T20:00:00Z') },
    { title: 'Beans', category: 'Grains', group: group(null) },
  ] as Product[];
  const filter = { search: '', category: 'Grains', stage: 'closing-soon' } as const;
  const find = (now: string) => filterProducts(shop, filter, null, Date.parse(now)).map(({ title }) => title);
  expect(find('2026-03-02T09:00:00Z')).toEqual(['Rice']);
  expect(find('2026-03-02T07:00:00Z')).toEqual([]);
});
