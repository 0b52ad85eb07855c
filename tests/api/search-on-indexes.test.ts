import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { readFromPrimary } from '../../server/db/public-reads.ts';
import { createProductList } from '../../server/features/catalogue/product-list.ts';
import { startApi } from '../support/api.ts';
import { forFile } from '../support/for-file.ts';

const PRODUCTS = 32_000;
const TABLES = ['products', 'search_terms', 'search_keys', 'listed_counts'];

const api = forFile(() => startApi());

// By sets of rows, as the trigger would list them one by one.
beforeAll(async () => {
  await asOwner(
    `ALTER TABLE products DISABLE TRIGGER products_searched;
     INSERT INTO products (slug, title, description, category, price_kobo, base_price_kobo, min_units)
     SELECT 'product-' || n, (ARRAY['Local Rice', 'Yellow Garri', 'White Beans', 'Yam Flour'])[1 + n % 4] || ' bag ' || n,
       'Clean and dry, weighed at the farm gate', 'Category ' || n % 8, 100000, 150000, 10
     FROM generate_series(1, ${PRODUCTS}) n;
     ALTER TABLE products ENABLE TRIGGER products_searched;
     INSERT INTO search_terms (product_id, term, place, listed_at, category)
       SELECT p.id, t.word, min(t.place), p.created_at, p.category FROM products p, LATERAL (
         SELECT word, 0 AS place FROM search_words(p.title) UNION ALL SELECT word, 1 FROM search_words(p.category)
         UNION ALL SELECT word, 2 FROM search_words(p.description) UNION ALL SELECT '=' || p.category, 0) t
       GROUP BY p.id, t.word;
     INSERT INTO search_keys (way, key, word)
       SELECT DISTINCT k.way, k.key, t.term FROM (SELECT DISTINCT term FROM search_terms WHERE term !~ '^=') t,
         LATERAL search_keys_of(t.term) k;
     ANALYZE products, search_terms, search_keys`,
  );
}, 180_000);

async function asOwner<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** How often a table was read from end to end, and how many rows were fetched of it by an index. */
async function readsOf() {
  const rows = await asOwner<{ name: string; scans: number; fetched: number }>(
    `SELECT relname AS name, seq_scan::int AS scans, coalesce(idx_tup_fetch, 0)::int AS fetched
     FROM pg_stat_user_tables WHERE relname IN ('${TABLES.join("', '")}')`,
  );
  return {
    scans: rows.reduce((sum, { scans }) => sum + scans, 0),
    products: rows.find(({ name }) => name === 'products')?.fetched ?? 0,
  };
}

it.each([
  ['a word that thousands have', { search: 'rice', category: '' }],
  ['words that thousands have', { search: 'bag of local rice', category: '' }],
  ['an everyday word', { search: 'elubo', category: '' }],
  ['a typing fault', { search: 'beams', category: '' }],
  ['a letter', { search: 'g', category: '' }],
  ['what nobody sells', { search: 'tractor', category: '' }],
  ['some of what was typed', { search: 'rice tractor', category: '' }],
  ['the list', { search: '', category: '' }],
  ['a category', { search: '', category: 'Category 3' }],
  ['a word in a category', { search: 'rice', category: 'Category 4' }],
  ['a word that its category has nowhere', { search: 'rice', category: 'Category 3' }],
])(
  '%s is found on indexes among 32,000 products, and no more products read than are shown',
  async (_, filter) => {
    const before = await readsOf();
    const db = connectDatabase({ connectionString: api.connectionString, maxConnections: 1 });
    const { reply } = await createProductList(
      readFromPrimary(db),
      { now: () => new Date() },
      'https://shop.example',
    )({
      page: 1,
      limit: 24,
      filter,
    });
    // One that ends tells what it has read when it is gone: maybe in the middle of the next case.
    await db.query('SELECT pg_stat_force_next_flush()');
    const after = await readsOf();
    await db.close();
    expect(after.scans - before.scans).toBe(0);
    // A product's place in the list and its own row.
    expect(after.products - before.products).toBeLessThanOrEqual(2 * reply.data.length);
  },
);
