import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { askOnce } from '../server/db/connection/ask-once.ts';
import { prepareDataFolder } from '../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { isFilled, makeShop } from './scale/make-shop.ts';
import { measureShop } from './scale/measure-shop.ts';
import { scaleTable } from './scale/scale-table.ts';

const USAGE = `Measures what grows with the age of the shop: 400 orders a day, in shops of several sizes. Needs about 6 GB of disk
for each million orders, which are given back at the end.

  npm run bench -- scale [--orders 50000,500000,5000000] [--a-day 400] [--only WORDS] [--folder F]

  --a-day    orders of a day: a shop of 1,000 needs a slow day to be old enough for full lists
  --only     measures what has these words in its name: 'console' is what operators read
  --folder   keeps the shops there: the next run goes on with those that are whole
`;

/** @returns the exit code: 1 when a law is broken or something costs more than twice what it does in the first shop. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '50000,500000,5000000' },
      'a-day': { type: 'string', default: '400' },
      only: { type: 'string', default: '' },
      folder: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const sizes = values.orders.split(',').map(Number);
  const ordersADay = Number(values['a-day']);
  const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'scale-'));
  const postgres = await openEmbeddedPostgres({
    dataFolder: prepareDataFolder(folder),
    settings: {
      ...{ shared_buffers: '2GB', maintenance_work_mem: '512MB', max_wal_size: '8GB' },
      ...{ synchronous_commit: 'off', fsync: 'off', wal_level: 'minimal', max_wal_senders: '0' },
    },
  });
  try {
    const columns = [];
    for (const orders of sizes) {
      const database = `scale_${orders}_${ordersADay}`;
      const asOwner = new URL(postgres.connectionString);
      const asSuperuser = new URL(postgres.superuserConnectionString);
      asOwner.pathname = asSuperuser.pathname = `/${database}`;
      const beganAt = Date.now();
      if (!(await isFilled(asSuperuser.href))) {
        await askOnce(postgres.superuserConnectionString, `DROP DATABASE IF EXISTS ${database}`);
        await askOnce(postgres.superuserConnectionString, `CREATE DATABASE ${database} OWNER ajora`);
        await makeShop({ orders, ordersADay, asOwner: asOwner.href, asSuperuser: asSuperuser.href });
        process.stdout.write(`${orders} orders made in ${Math.round((Date.now() - beganAt) / 1000)} s\n`);
      }
      columns.push({ orders, rows: await measureShop(asOwner.href, values.only) });
      process.stdout.write(`${scaleTable(columns).text}\n`);
    }
    return scaleTable(columns).isFlat ? 0 : 1;
  } finally {
    await postgres.stop();
    if (!values.folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
