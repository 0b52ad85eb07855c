import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askOnce } from '../server/db/connection/ask-once.ts';
import { prepareDataFolder } from '../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { textTable } from '../server/ops/command-line/text-table.ts';
import { measureFlat, type ShopSize } from './flat/measure-flat.ts';
import type { Measured } from './scale/measure-shop.ts';

const USAGE = `Measures what must cost the same in a small and a large shop: 32 and 32,000 products, 10 and 50,000 members of one group,
1 and 1,000 orders of one shopper. The name of a row ends with what differs. The least of many tries, in this process;
lists and searches show two products and take nothing from memory. What is compared shows the same number: own groups
are the newest 200, of 200 and of 1,000. Of what a search finds up to 240 are put in order, in a shop that has so many.

  npm run bench -- flat
`;
const SIZES: [small: ShopSize, large: ShopSize] = [
  { products: 32, members: 10, orders: 1, groups: 200 },
  { products: 32_000, members: 50_000, orders: 1_000, groups: 1_000 },
];
const LIMIT_RATIO = 1.5;
/** Less than this is the noise of the machine. */
const NOISE_MS = 0.5;

/** @returns the exit code: 1 when something costs more than 1.5 times what it does in the small shop. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'flat-'));
  const postgres = await openEmbeddedPostgres({
    dataFolder: prepareDataFolder(folder),
    settings: { synchronous_commit: 'off', fsync: 'off' },
  });
  try {
    const columns: Measured[][] = [];
    for (const [number, size] of SIZES.entries()) {
      const name = `flat_${number}`;
      const asOwner = new URL(postgres.connectionString);
      const asSuperuser = new URL(postgres.superuserConnectionString);
      asOwner.pathname = asSuperuser.pathname = `/${name}`;
      await askOnce(postgres.superuserConnectionString, `CREATE DATABASE ${name} OWNER ajora`);
      columns.push(await measureFlat({ asOwner: asOwner.href, asSuperuser: asSuperuser.href }, size));
    }
    const { text, isFlat } = tableOf(columns as [Measured[], Measured[]]);
    process.stdout.write(`${text}\n`);
    return isFlat ? 0 : 1;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

function tableOf([small, large]: [Measured[], Measured[]]): { text: string; isFlat: boolean } {
  let isFlat = true;
  const lines = small.map(({ what, ms: base }, row) => {
    const ms = large[row]?.ms ?? Number.NaN;
    const isOver = ms > LIMIT_RATIO * base && ms - base > NOISE_MS;
    if (isOver) isFlat = false;
    const ratio = `${(ms / base).toFixed(2)}${isOver ? ' OVER' : ''}`;
    return { what, 'small ms': base.toFixed(2), 'large ms': ms.toFixed(2), ratio };
  });
  return { text: textTable(lines, ''), isFlat };
}
