import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase } from '../server/db/connection/connect.ts';
import { prepareDataFolder } from '../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { migrate } from '../server/db/schema/migrate.ts';
import { readSchema } from '../server/db/schema/schema.ts';
import { checkInvariants } from '../server/features/invariants/invariants.ts';
import type { PaymentRecord } from '../server/features/payments/payment-record.ts';
import { type MoneyShop, paidTransaction, withMoney } from '../tests/money/support/with-money.ts';

/** A join must not get dearer with the size of the group. */
const LIMIT_RATIO = 1.5;
const EDGE = 500;

const USAGE = `Settles many card payments of one group at once (real disk syncs) and compares the last joins with the first.

  node bench/run.mjs hot-group.ts [--joins 5000] [--clients 32]
`;

/** @returns the exit code: 1 when the p95 of the last 500 joins is more than 1.5 times that of the first. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      joins: { type: 'string', default: '5000' },
      clients: { type: 'string', default: '32' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [joins, clients] = [Number(values.joins), Number(values.clients)];
  const folder = await mkdtemp(join(tmpdir(), 'hot-group-'));
  const postgres = await openEmbeddedPostgres({ dataFolder: prepareDataFolder(folder) });
  const db = connectDatabase({ connectionString: postgres.connectionString, maxConnections: clients + 2 });
  try {
    await migrate(db, await readSchema());
    const shop = await withMoney({ db });
    const payments = await beginAll(shop, joins);
    const { latenciesMs, seconds } = await settleAll(shop, payments, clients);
    const [first, last] = [p95(latenciesMs.slice(0, EDGE)), p95(latenciesMs.slice(-EDGE))];
    const broken = (await checkInvariants(db)).filter((law) => law.breaches.length > 0);
    const isFlat = last <= LIMIT_RATIO * first;
    process.stdout.write(
      `${joins} joins by ${clients} clients: ${Math.round(joins / seconds)}/s, p95 of the first ${EDGE} ${first.toFixed(1)} ms, ` +
        `of the last ${last.toFixed(1)} ms: ${isFlat ? 'flat' : 'NOT FLAT'}; broken laws: ${broken.length}\n`,
    );
    return isFlat && broken.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    process.kill(postgres.pid, 'SIGINT');
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

async function beginAll(shop: MoneyShop, count: number): Promise<PaymentRecord[]> {
  const productId = await shop.product(count + 1);
  const payments: PaymentRecord[] = [];
  const numbers = Array.from({ length: count }).keys();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const _ of numbers) {
        const userId = await shop.shopper();
        await shop.addToCart(userId, { productId, quantity: 1 });
        payments.push(await shop.begin(userId));
      }
    }),
  );
  return payments;
}

async function settleAll(
  shop: Pick<MoneyShop, 'settle'>,
  payments: readonly PaymentRecord[],
  clients: number,
): Promise<{ latenciesMs: number[]; seconds: number }> {
  const latenciesMs: number[] = [];
  const waiting = payments.values();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const payment of waiting) {
        const beganAt = performance.now();
        const { result } = await shop.settle(payment.reference, paidTransaction(payment));
        if (result !== 'ordered') throw new Error(`a join became ${result}`);
        latenciesMs.push(performance.now() - beganAt);
      }
    }),
  );
  return { latenciesMs, seconds: (performance.now() - startedAt) / 1000 };
}

function p95(valuesMs: number[]): number {
  return [...valuesMs].sort((left, right) => left - right)[Math.floor(valuesMs.length * 0.95)] ?? 0;
}
