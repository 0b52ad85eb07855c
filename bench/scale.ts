import { createOldReleaseShop } from '../tests/support/old-shop/make-shop.ts';
import { NON_DURABLE_POSTGRES_SETTINGS, withTemporaryPostgres } from './empty-databases.ts';
import { measureShopOperations } from './scale/measure-shop.ts';
import { formatOperationTimeTable } from './scale/operation-time-table.ts';

export const usageText = `Measures what grows with the age of the shop: 400 orders a day, in shops of several sizes. Needs about 6 GB of disk
for each million orders, which are given back at the end.

  npm run bench -- scale [--orders 50000,500000,5000000] [--a-day 400] [--only WORDS]

  --a-day    orders of a day: a shop of 1,000 needs a slow day to be old enough for full lists
  --only     measures what has these words in its name: 'console' is what operators read
`;
export const commandLineDefaults = { orders: '50000,500000,5000000', 'a-day': '400', only: '' };
const SETTINGS = {
  ...NON_DURABLE_POSTGRES_SETTINGS,
  ...{ shared_buffers: '2GB', maintenance_work_mem: '512MB', max_wal_size: '8GB' },
  ...{ wal_level: 'minimal', max_wal_senders: '0' },
};

/**
 * @returns the exit code. It is 1 when an invariant fails or an operation takes over twice the smallest shop's time.
 */
export async function runBenchmark(options: typeof commandLineDefaults): Promise<number> {
  const ordersADay = Number(options['a-day']);
  return withTemporaryPostgres(SETTINGS, async ({ make }) => {
    const columns = [];
    let isFlat = true;
    for (const orders of options.orders.split(',').map(Number)) {
      const place = await make(`scale_${orders}`);
      await createOldReleaseShop({ orders, ordersADay, ...place });
      columns.push({ size: orders, rows: await measureShopOperations(place.asOwner, options.only) });
      const table = formatOperationTimeTable(columns, { ratio: 2, noiseMs: 1 });
      ({ isFlat } = table);
      process.stdout.write(`${table.text}\n`);
    }
    return isFlat ? 0 : 1;
  });
}
