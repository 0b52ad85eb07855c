import { readFile } from 'node:fs/promises';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { queryOnNewConnection } from '../../server/db/connection/query-once.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { readExpectedDatabaseSchema } from '../../server/db/schema/schema.ts';
import { createProductListReader } from '../../server/features/catalogue/product-list.ts';
import { measureFastestRunMs } from '../figures.ts';
import type { OperationTime } from './operation-time-table.ts';

const WAYS: [what: string, search: string, category: string][] = [
  ['the list', '', ''],
  ['a category', '', 'Grains'],
  ['a word (rice)', 'rice', ''],
  ['three words (rice 50 kg)', 'rice 50 kg', ''],
  ['an everyday word (ewa)', 'ewa', ''],
  ['an everyday word for two (elubo)', 'elubo', ''],
  ['a typing fault (spageti)', 'spageti', ''],
  ['a word in a category', 'rice', 'Grains'],
  ['a word that its category lacks', 'rice', 'Oils'],
  ['what nobody sells', 'tractor', ''],
  ['a letter', 'g', ''],
];
const TIMES = 31;
const WINDOW_MS = 15_000;

/** Creates a shop with `count` products by repeating the demo catalogue. */
export async function insertTestProducts(connectionString: string, count: number): Promise<void> {
  const db = connectDatabase({ connectionString, maxConnections: 2, work: 'operator' });
  await migrate(db, await readExpectedDatabaseSchema());
  await db.close();
  const file = new URL('../../sandbox/catalogue/catalogue.json', import.meta.url);
  const { products } = JSON.parse(await readFile(file, 'utf8')) as { products: unknown[] };
  await queryOnNewConnection(
    connectionString,
    `INSERT INTO products (slug, title, description, category, price_kobo, base_price_kobo, min_units)
     SELECT 'product-' || n, p ->> 'title', p ->> 'description', p ->> 'category', 100000, 150000, 10
     FROM generate_series(0, $2::int - 1) n, LATERAL (SELECT $1::jsonb -> (n % $3::int) AS p) one`,
    [JSON.stringify(products), count, products.length],
  );
  await queryOnNewConnection(connectionString, 'VACUUM ANALYZE');
}

/** Measures each product list with caches off: the minimum of many runs, in ms. @param limit products per page. */
export async function measureProductLists(connectionString: string, limit: number): Promise<OperationTime[]> {
  const db = connectDatabase({ connectionString });
  let nowMs = 0;
  const list = createProductListReader(
    db,
    { now: () => new Date() },
    'https://shop.example',
    () => (nowMs += WINDOW_MS),
  );
  const least: OperationTime[] = [];
  for (const [what, search, category] of WAYS) {
    const ms = await measureFastestRunMs(TIMES, () => list({ page: 1, limit, filter: { search, category } }));
    least.push({ what, ms });
  }
  await db.close();
  return least;
}
