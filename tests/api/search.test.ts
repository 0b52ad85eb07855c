import { beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_LENGTH_MAX, SEARCH_RESULTS_MAX } from '#contract/limits.ts';
import { splitIntoSearchWords } from '#contract/rules/text/search-words.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { rewriteSearchWithSynonyms } from '../../server/features/catalogue/synonyms.ts';
import { startTestApi } from '../support/api.ts';
import { addTestProduct, openTestGroup } from '../support/api-catalogue.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(() => startTestApi());

/** The products, in the order of the list. */
const SHOP: [title: string, category: string, description: string][] = [
  ['Yellow Garri (50 kg)', 'Flours', 'Sour and crisp; soak it with groundnuts.'],
  ['White Beans', 'Grains', 'For akara and moi-moi.'],
  ['Honey Beans, Oloyin', 'Grains', 'Sweet, for ewa agoyin.'],
  ['Yam Flour (20 kg)', 'Flours', 'Sun-dried.'],
  ['Yam Tubers', 'Fresh', 'Ten to a set.'],
  ['Frozen Mackerel', 'Fresh', 'Counted when a carton is split.'],
  ['Ẹ̀fọ́ Tẹ̀tẹ̀', 'Fresh', 'Ready for the pot.'],
  ['Spaghetti (carton of 20)', 'Pasta and noodles', 'Durum wheat.'],
  ['Rice Cooker', 'Household', 'Cooks beans, too.'],
  ['Local Rice', 'Grains', 'Stone-free.'],
  ['Toilet Tissue', 'Household', 'Soft.'],
  ['Olive Oil', 'Oils', 'Green.'],
];

beforeAll(async () => {
  for (const [title, category, description] of SHOP) {
    const id = await addTestProduct(api, { title });
    await api.db.query('UPDATE products SET category = $2, description = $3 WHERE id = $1', [
      id,
      category,
      description,
    ]);
  }
});

async function ask(query: Record<string, string | number>): Promise<ProductsReply> {
  const address = `/api/products?${new URLSearchParams(query as Record<string, string>)}`;
  const answer = await api.call<ProductsReply>({ method: 'GET', url: address });
  expect(answer.status).toBe(200);
  return answer.body;
}
const titles = async (query: Record<string, string | number>) =>
  (await ask(query)).data.map(({ title }) => title);

describe('a search finds', () => {
  test.each([
    ['a word as it stands', 'garri', ['Yellow Garri (50 kg)']],
    ['any case and place', '  GARRI yellow ', ['Yellow Garri (50 kg)']],
    ['figures and units written together', '50kg', ['Yellow Garri (50 kg)']],
    ['letters without their marks', 'efo tete', ['Ẹ̀fọ́ Tẹ̀tẹ̀']],
    ['marks where none were written', 'gàrri', ['Yellow Garri (50 kg)']],
    ['the beginning of a word', 'spag', ['Spaghetti (carton of 20)']],
    ['the middle of a word', 'acker', ['Frozen Mackerel']],
    ['no part of a word where a word begins so', 'oil', ['Olive Oil']],
    ['everyday words', 'gari', ['Yellow Garri (50 kg)']],
    ['everyday words of Yoruba', 'ewa', ['White Beans', 'Honey Beans, Oloyin']],
    ['one word for two', 'elubo', ['Yam Flour (20 kg)']],
    ['kinds of a thing', 'eja', ['Frozen Mackerel']],
    ['a letter too few', 'spageti', ['Spaghetti (carton of 20)']],
    ['a letter too many', 'garrri', ['Yellow Garri (50 kg)']],
    ['another letter', 'mackarel', ['Frozen Mackerel']],
    ['two letters changed over', 'yelolw', ['Yellow Garri (50 kg)']],
    ['an everyday word with a fault', 'elubbo', ['Yam Flour (20 kg)']],
    ['nothing where there is nothing', 'tractor', []],
    ['nothing for a figure that is another', '60', []],
  ])('%s: %s', async (_, q, expected) => {
    expect(await titles({ q })).toEqual(expected);
  });

  test('the exact word first, then kinds of it, then descriptions, and typing faults last', async () => {
    // 'beans' is also in a description and 'rice' in two titles; 'racy' is a misspelling of neither.
    expect(await titles({ q: 'beans' })).toEqual(['White Beans', 'Honey Beans, Oloyin', 'Rice Cooker']);
    expect(await titles({ q: 'rice' })).toEqual(['Rice Cooker', 'Local Rice']);
    const near = await addTestProduct(api, { title: 'Bears' });
    expect(await titles({ q: 'bean' })).toEqual(['White Beans', 'Honey Beans, Oloyin']);
    expect(await titles({ q: 'beams' })).toEqual(['White Beans', 'Honey Beans, Oloyin', 'Bears']);
    await api.db.query('UPDATE products SET active = false WHERE id = $1', [near]);
  });

  test('what has all words; where nothing has, what is called by one of them', async () => {
    expect(await titles({ q: 'local rice' })).toEqual(['Local Rice']);
    expect(await titles({ q: 'bag of garri' })).toEqual(['Yellow Garri (50 kg)']);
    expect((await titles({ q: 'garri and spaghetti' })).sort()).toEqual([
      'Spaghetti (carton of 20)',
      'Yellow Garri (50 kg)',
    ]);
  });

  test('a product that is withdrawn never, and as soon as it is offered again', async () => {
    const id = await addTestProduct(api, { title: 'Palm Kernel' });
    await openTestGroup(api, id);
    await api.db.query('UPDATE products SET active = false WHERE id = $1', [id]);
    expect(await titles({ q: 'kernel' })).toEqual([]);
    await api.db.query('UPDATE products SET active = true WHERE id = $1', [id]);
    expect(await titles({ q: 'kernels palm' })).toEqual(['Palm Kernel']);
    await api.db.query(`UPDATE products SET title = 'Shelled Nuts' WHERE id = $1`, [id]);
    expect(await titles({ q: 'palm kernel' })).toEqual([]);
    await api.db.query('UPDATE products SET active = false WHERE id = $1', [id]);
  });
});

describe('a category', () => {
  test('shows its own products and nothing else', async () => {
    expect((await titles({ category: 'Grains' })).sort()).toEqual([
      'Honey Beans, Oloyin',
      'Local Rice',
      'White Beans',
    ]);
    expect(await titles({ category: 'grains' })).toEqual([]);
    expect(await titles({ category: 'Grains', q: 'rice' })).toEqual(['Local Rice']);
    expect(await titles({ category: 'Household', q: 'garri spaghetti' })).toEqual([]);
  });

  test('they come in the order of their first products, with the first page', async () => {
    const first = await ask({ limit: 1 });
    expect(first.categories).toEqual(['Flours', 'Grains', 'Fresh', 'Pasta and noodles', 'Household', 'Oils']);
    expect((await ask({ q: 'rice' })).categories).toEqual(first.categories);
    expect(await ask({ limit: 1, page: 2 })).not.toHaveProperty('categories');
  });
});

test('what is found comes in pages, each product once, in one order', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => ask({ q: 'beans', limit: 1, page })));
  expect(pages.map(({ data }) => data[0]?.title)).toEqual([
    'White Beans',
    'Honey Beans, Oloyin',
    'Rice Cooker',
  ]);
  expect(pages[0]?.pagination).toEqual({ page: 1, limit: 1, total: 3, pages: 3, hasMore: true });
  expect(pages[2]?.pagination.hasMore).toBe(false);
  const category = await ask({ category: 'Grains', limit: 2 });
  expect(category.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2, hasMore: true });
  expect((await ask({ q: 'beans', page: 9_999 })).data).toEqual([]);
});

test('an unchanged answer costs a phone no bytes', async () => {
  const get = (headers: Record<string, string> = {}) =>
    api.call<ProductsReply>({ method: 'GET', url: '/api/products?q=beans', headers });
  const first = await get();
  expect((await get({ 'if-none-match': String(first.headers.etag) })).status).toBe(304);
});

test.each([
  `' OR 1=1 --`,
  '%_%',
  '=Grains',
  '~',
  '\\',
  '\u0000garri',
  '\ud800',
  '((((((((',
  'a '.repeat(50),
  'x'.repeat(SEARCH_LENGTH_MAX),
  '&|!:*<->',
  '😀',
])('hostile words are words: %j', async (q) => {
  const answer = await api.call<ProductsReply>({
    method: 'GET',
    url: `/api/products?q=${encodeURIComponent(q.toWellFormed?.() ?? q)}`,
  });
  expect(answer.status).toBe(200);
  expect(answer.body.data.length).toBeLessThan(SHOP.length);
});

test.each([
  ['q', 'x'.repeat(SEARCH_LENGTH_MAX + 1)],
  ['category', 'x'.repeat(101)],
])('%s is refused beyond its length', async (name, value) => {
  const answer = await api.call({ method: 'GET', url: `/api/products?${name}=${value}` });
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
});

test('a category that holds a NUL is refused', async () => {
  const answer = await api.call({ method: 'GET', url: '/api/products?category=Gra%00ins' });
  expect(answer.status).toBe(400);
});

test('the database folds as the contract does', async () => {
  const texts = [
    ...SHOP.map((row) => row.join(' ')),
    'Ẹ̀wà Àgọ̀yìn',
    'Ɓawo ɗan ƘASA ƴar Ƴanci',
    "baker's baker’s",
    'İstanbul ISPARTA K',
    '2.5L x12pcs',
    'ßæø Ünïcödé',
    'x'.repeat(90),
    '木 rice',
    '',
    '   ',
    'a\u0301\u0323b',
  ];
  const rows = await api.db.query<{ words: string[] }>(
    `SELECT coalesce((SELECT array_agg(w.word) FROM search_words(t.text) w), '{}') AS words
     FROM unnest($1::text[]) WITH ORDINALITY AS t (text, nth) ORDER BY nth`,
    [texts],
  );
  expect(rows.map(({ words }) => words)).toEqual(texts.map(splitIntoSearchWords));
});

test('a search finds so many products at most', async () => {
  await api.db.query(
    `INSERT INTO products (slug, title, price_kobo, base_price_kobo, min_units)
     SELECT 'many-' || n, 'Manifold ' || n, 100000, 150000, 10 FROM generate_series(1, $1::int) n`,
    [SEARCH_RESULTS_MAX + 1],
  );
  expect((await ask({ q: 'manifold' })).pagination).toMatchObject({ total: SEARCH_RESULTS_MAX, pages: 10 });
});

test('a search is rewritten in other words at most four times', () => {
  expect(rewriteSearchWithSynonyms(['elubo', 'bag'])).toEqual([['yam', 'flour', 'bag']]);
  expect(rewriteSearchWithSynonyms(['yam', 'flour'])).toEqual([['elubo'], ['amala']]);
  expect(rewriteSearchWithSynonyms(['palm', 'oil', 'yam', 'flour']).length).toBeLessThanOrEqual(4);
});
