import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { createProductListReader } from '../../server/features/catalogue/product-list.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const PRODUCTS = 32_000;
/** How many products have the same title, and so each of its words. */
const OF_EACH_TITLE = PRODUCTS / 4;
const CATEGORIES = 8;
const TABLES = ['products', 'listed_counts'];

const api = openFixtureForFile(() => startTestApi());

beforeAll(async () => {
  await asOwner(
    `INSERT INTO products (slug, title, description, category, price_kobo, base_price_kobo, min_units)
     SELECT 'product-' || n, (ARRAY['Local Rice', 'Yellow Garri', 'White Beans', 'Yam Flour'])[1 + n % 4] || ' bag ' || n,
       'Clean and dry, weighed at the farm gate', 'Category ' || n % ${CATEGORIES}, 100000, 150000, 10
     FROM generate_series(1, ${PRODUCTS}) n`,
  );
  await asOwner('VACUUM ANALYZE products');
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

/** Reads how often a table was scanned, and how many of its rows were fetched by an index. */
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

/** Each case says how often a matching product may be read: for each word once as typed and once as a prefix. */
it.each([
  ['a word that thousands have', 2, { search: 'rice', category: '' }],
  ['words that thousands have', 6, { search: 'bag of local rice', category: '' }],
  ['an everyday word', 4, { search: 'elubo', category: '' }],
  ['a typing fault', 2, { search: 'beams', category: '' }],
  ['a letter', 1, { search: 'g', category: '' }],
  ['what nobody sells', 0, { search: 'tractor', category: '' }],
  ['some of what was typed', 1, { search: 'rice tractor', category: '' }],
  ['the list', 0, { search: '', category: '' }],
  ['a category', 0, { search: '', category: 'Category 3' }],
  ['a word in a category', 2, { search: 'rice', category: 'Category 4' }],
  ['a word that its category has nowhere', 2, { search: 'rice', category: 'Category 3' }],
])(
  '%s is found on indexes among 32,000 products, and no product read that is neither found nor shown',
  async (_, times, filter) => {
    const before = await readsOf();
    const db = connectDatabase({ connectionString: api.connectionString, maxConnections: 1 });
    const { reply } = await createProductListReader(
      db,
      { now: () => new Date() },
      'https://shop.example',
    )({
      page: 1,
      limit: 24,
      filter,
    });
    // Without this, PostgreSQL reports the reads of the connection only some time after it is closed, perhaps in the
    // next case.
    await db.query('SELECT pg_stat_force_next_flush()');
    const after = await readsOf();
    await db.close();
    expect(after.scans - before.scans).toBe(0);
    // For each product its place in the list and its row, and the first product of each category.
    const shown = 2 * reply.data.length + CATEGORIES;
    expect(after.products - before.products).toBeLessThanOrEqual(times * OF_EACH_TITLE + shown);
  },
);
