import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectDatabase } from '../server/db/connect.ts';
import { prepareDataFolder } from '../server/db/data-folder.ts';
import { openEmbeddedPostgres } from '../server/db/embedded-postgres.ts';
import { migrate } from '../server/db/migrate.ts';
import { readFromPrimary } from '../server/db/public-reads.ts';
import { readSchema } from '../server/db/schema.ts';
import { createProductList } from '../server/features/catalogue/product-list.ts';

const USAGE = `Measures what a page of the list, of a category and of a search costs the server in a small and a large shop: the
demo catalogue over and over, so that a word of every title is in as many products as copies were made.

  npm run bench -- search [--products 32,32000]
`;

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

/** @returns the exit code: always 0, the figures are reported. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { products: { type: 'string', default: '32,32000' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const sizes = values.products.split(',').map(Number);
  const folder = await mkdtemp(join(tmpdir(), 'search-'));
  const postgres = await openEmbeddedPostgres({
    dataFolder: prepareDataFolder(folder),
    settings: { synchronous_commit: 'off', fsync: 'off' },
  });
  try {
    const columns: number[][] = [];
    for (const products of sizes) {
      const url = new URL(postgres.connectionString);
      url.pathname = `/search_${products}`;
      await ask(postgres.superuserConnectionString, `CREATE DATABASE search_${products} OWNER ajora`);
      await fill(url.href, products);
      columns.push(await measure(url.href));
    }
    process.stdout.write(`${tableOf(sizes, columns)}\n`);
    return 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

async function ask(connectionString: string, text: string, values?: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

async function fill(connectionString: string, count: number): Promise<void> {
  const db = connectDatabase({ connectionString, maxConnections: 2, work: 'operator' });
  await migrate(db, await readSchema());
  await db.close();
  const file = new URL('../catalogue/catalogue.json', import.meta.url);
  const { products } = JSON.parse(await readFile(file, 'utf8')) as { products: unknown[] };
  await ask(
    connectionString,
    `INSERT INTO products (slug, title, description, category, price_kobo, base_price_kobo, min_units)
     SELECT 'product-' || n, p ->> 'title', p ->> 'description', p ->> 'category', 100000, 150000, 10
     FROM generate_series(0, $2::int - 1) n, LATERAL (SELECT $1::jsonb -> (n % $3::int) AS p) one`,
    [JSON.stringify(products), count, products.length],
  );
  await ask(connectionString, 'VACUUM ANALYZE');
}

/** Milliseconds for each way, the least of many: what the thing itself costs. No page is answered from memory. */
async function measure(connectionString: string): Promise<number[]> {
  const db = connectDatabase({ connectionString });
  let nowMs = 0;
  const list = createProductList(
    readFromPrimary(db),
    { now: () => new Date() },
    'https://shop.example',
    () => (nowMs += WINDOW_MS),
  );
  const least: number[] = [];
  for (const [, search, category] of WAYS) {
    const spent: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const beganAt = performance.now();
      await list({ page: 1, limit: 24, filter: { search, category } });
      spent.push(performance.now() - beganAt);
    }
    least.push(Math.min(...spent));
  }
  await db.close();
  return least;
}

function tableOf(sizes: number[], columns: number[][]): string {
  const heads = sizes.map((size) => `${size} products, ms`);
  const rows = WAYS.map(([what], row) => {
    const cells = columns.map((column) => (column[row] ?? 0).toFixed(1));
    const ratio = (columns.at(-1)?.[row] ?? 0) / (columns[0]?.[row] ?? 1);
    return `| ${[what, ...cells, ratio.toFixed(1)].join(' | ')} |`;
  });
  return [`| page | ${heads.join(' | ')} | ratio |`, `|${'---|'.repeat(sizes.length + 2)}`, ...rows].join(
    '\n',
  );
}
