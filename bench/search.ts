import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askOnce } from '../server/db/connection/ask-once.ts';
import { prepareDataFolder } from '../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import type { Measured } from './scale/measure-shop.ts';
import { fillProducts, measureLists } from './scale/product-lists.ts';

const USAGE = `Measures what a page of the list, of a category and of a search costs the server in a small and a large shop: the
demo catalogue over and over, so that a word of every title is in as many products as copies were made.

  npm run bench -- search [--products 32,32000]
`;

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
    const columns: Measured[][] = [];
    for (const products of sizes) {
      const url = new URL(postgres.connectionString);
      url.pathname = `/search_${products}`;
      await askOnce(postgres.superuserConnectionString, `CREATE DATABASE search_${products} OWNER ajora`);
      await fillProducts(url.href, products);
      columns.push(await measureLists(url.href));
    }
    process.stdout.write(`${tableOf(sizes, columns)}\n`);
    return 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

function tableOf(sizes: number[], columns: Measured[][]): string {
  const heads = sizes.map((size) => `${size} products, ms`);
  const rows = (columns[0] ?? []).map(({ what }, row) => {
    const cells = columns.map((column) => (column[row]?.ms ?? 0).toFixed(1));
    const ratio = (columns.at(-1)?.[row]?.ms ?? 0) / (columns[0]?.[row]?.ms ?? 1);
    return `| ${[what, ...cells, ratio.toFixed(1)].join(' | ')} |`;
  });
  return [`| page | ${heads.join(' | ')} | ratio |`, `|${'---|'.repeat(sizes.length + 2)}`, ...rows].join(
    '\n',
  );
}
