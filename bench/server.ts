import { join } from 'node:path';
import { queryOnNewConnection } from '../server/db/connection/query-once.ts';
import { withTemporaryPostgres } from './empty-databases.ts';
import { median } from './figures.ts';
import {
  type CardPaidGroupJoinRates,
  measureCardPaidGroupJoins,
  startSandboxCardProvider,
} from './serving/card-joins.ts';
import { measureThroughput, openKeepAliveHttpClient, type ThroughputResult } from './serving/load.ts';
import { readPeakMemoryMb, readProcessCpuMs } from './serving/processes.ts';
import {
  CREATE_BASELINE_SERVER_TABLES_SQL,
  type RunningServer,
  SHOP_SERVER_ENV,
  startServer,
} from './serving/servers.ts';
import { createBaselineWorkload, createShopWorkload, type Workload } from './serving/workloads.ts';

export const usageText = `Measures the built server beside the floor under it, in turn and in one run: Fastify that sends a text of the same size
and Fastify with \`pg\` (one statement to read, one transaction of four to write).

  npm run build && npm run bench -- server [--rounds 3] [--seconds 4]

A join by card is counted from the cart to the order without the card page: the two requests that begin it (the second
opens a session with the provider) and the browser's return (the shop asks the provider and settles). The provider is
the sandbox in the bench's own process: its answers are waited for, its buttons are not counted. Rows with a semicolon
set beside their first figure what follows it, not the floor.
`;
export const commandLineDefaults = { rounds: '3', seconds: '4' };

interface Scenario {
  name: keyof Workload;
  clients: number;
}

/** The measured operations, each with its number of concurrent clients. */
const SCENARIOS: Scenario[] = [
  { name: 'list', clients: 16 },
  { name: 'product', clients: 1 },
  { name: 'product', clients: 16 },
  { name: 'cart add', clients: 1 },
  { name: 'cart add', clients: 16 },
  { name: 'cart of 1', clients: 16 },
  { name: 'cart of 60', clients: 16 },
  { name: 'purchase', clients: 1 },
  { name: 'purchase', clients: 16 },
  { name: 'join one group', clients: 64 },
];
const BUSIEST = 64;
/** Number of clients that add to their carts while other clients join one group. */
const BESIDE = [1, 16];

/**
 * The result of one operation in one round. `serverMs` is the server's processor time, `cpuMs` that of server and
 * database.
 */
interface Figures extends ThroughputResult {
  cpuMs: number;
  serverMs: number;
}

/** The results of one operation in all rounds, for the shop and for the minimal server it is compared with. */
interface Row extends Scenario {
  ours: Figures[];
  floor: Figures[];
}

/** Throughput of cart changes: `quiet` alone, `beside` while other clients join one group at the same time. */
interface Beside {
  clients: number;
  quiet: ThroughputResult[];
  beside: ThroughputResult[];
}

/** @returns the exit code: always 0, because the results have no limits. */
export async function runBenchmark(options: typeof commandLineDefaults): Promise<number> {
  const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
  await withTemporaryPostgres({}, async ({ folder, pid, make }) => {
    const cardProvider = await startSandboxCardProvider(folder);
    const running: RunningServer[] = [];
    try {
      const shopUrl = (await make('bench_shop')).asOwner;
      const shopEnv = {
        ...SHOP_SERVER_ENV,
        ...cardProvider.env,
        DATABASE_URL: shopUrl,
        DATA_DIR: join(folder, 'shop'),
      };
      const startShop = () => startServer('dist-server/main.mjs', shopEnv, '/healthz');
      // The first start also creates the tables, so the start time is measured at the second start.
      const firstShop = await startShop();
      await firstShop.stop();
      const shop = await startShop();
      running.push(shop);
      const shopClient = openKeepAliveHttpClient(shop.url);
      const ours = await createShopWorkload(shopClient.send, shop.url, shopUrl);
      const floorUrl = (await make('bench_floor')).asOwner;
      await queryOnNewConnection(floorUrl, CREATE_BASELINE_SERVER_TABLES_SQL);
      const floorEnv = { DATABASE_URL: floorUrl, STATIC_BYTES: String(ours.listBytes) };
      const floorServer = await startServer('bench/serving/baseline.mjs', floorEnv, '/static');
      running.push(floorServer);
      const floorClient = openKeepAliveHttpClient(floorServer.url);
      const floor = createBaselineWorkload(floorClient.send);

      const measure = async (server: RunningServer, work: Workload[keyof Workload], clients: number) => {
        const before = [readProcessCpuMs(server.pid), readProcessCpuMs(pid)] as const;
        const rate = await measureThroughput(work, { clients, seconds });
        const serverMs = (readProcessCpuMs(server.pid) - before[0]) / rate.done;
        return { ...rate, serverMs, cpuMs: serverMs + (readProcessCpuMs(pid) - before[1]) / rate.done };
      };
      const table = SCENARIOS.map((scenario): Row => ({ ...scenario, ours: [], floor: [] }));
      const besides = BESIDE.map((clients): Beside => ({ clients, quiet: [], beside: [] }));
      const cards: CardPaidGroupJoinRates[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const row of table) {
          row.floor.push(await measure(floorServer, floor[row.name], row.clients));
          row.ours.push(await measure(shop, ours.work[row.name], row.clients));
        }
        for (const { clients, quiet, beside } of besides) {
          const addAll = () => measureThroughput(ours.work['cart add'], { clients, seconds });
          quiet.push(await addAll());
          const joins = measureThroughput(ours.work['join one group'], { clients: BUSIEST, seconds });
          beside.push(await addAll());
          await joins;
        }
        cards.push(await measureCardPaidGroupJoins(shopClient.send, ours.cardJoins, seconds));
      }
      for (const { purchase } of [floor, ours.work])
        await measureThroughput(purchase, { clients: BUSIEST, seconds });

      report(table, besides, cards);
      print(
        `peak memory at c${BUSIEST}`,
        readPeakMemoryMb(shop.pid),
        readPeakMemoryMb(floorServer.pid),
        ' MB',
      );
      print('start to first answer', shop.startMs, floorServer.startMs, ' ms');
      print('the same on an empty database', firstShop.startMs, floorServer.startMs, ' ms');
      shopClient.close();
      floorClient.close();
    } finally {
      for (const server of running) await server.stop();
      await cardProvider.close();
    }
  });
  return 0;
}

function report(
  table: readonly Row[],
  besides: readonly Beside[],
  cards: readonly CardPaidGroupJoinRates[],
): void {
  process.stdout.write(`${''.padEnd(54)} ${'ours'.padStart(9)} ${'floor'.padStart(9)}\n`);
  for (const row of table) {
    const both = (read: (one: Figures) => number) =>
      [middle(row.ours, read), middle(row.floor, read)] as const;
    print(`${row.name}, c${row.clients}`, ...both(perSecond), '/s');
    print('  processor time of one', ...both(({ cpuMs }) => cpuMs), ' ms', 2);
    const [serverMs] = both((one) => one.serverMs);
    const rest = `${serverMs.toFixed(2)} ms; p99 ${middle(row.ours, p99).toFixed(1)} ms`;
    process.stdout.write(`  of it the server ${rest}\n`);
  }
  const rateOf = (name: keyof Workload) =>
    middle(table.find((row) => row.name === name)?.ours ?? [], perSecond);
  print('cart of 60, c16; cart of 1', rateOf('cart of 60'), rateOf('cart of 1'), '/s');
  const byWallet = rateOf('join one group');
  print(`join one group by card, c${BUSIEST}; wallet`, middle(cards, perSecond), byWallet, '/s');
  const returns = middle(cards, ({ returnsPerSecond }) => returnsPerSecond);
  print(`join one group by card, the return alone, c${BUSIEST}; wallet`, returns, byWallet, '/s');
  for (const { clients, quiet, beside } of besides) {
    const name = `p99 of a cart add, c${clients}, ${BUSIEST} join a group; quiet`;
    print(name, middle(beside, p99), middle(quiet, p99), ' ms', 1);
  }
}

const perSecond = (rate: { perSecond: number }) => rate.perSecond;
const p99 = (rate: ThroughputResult) => rate.p99Ms;

/** @returns the median of one figure over all rounds. */
function middle<One>(rounds: readonly One[], read: (one: One) => number): number {
  return median(rounds.map(read)) ?? 0;
}

function print(name: string, ours: number, floor: number, unit: string, digits = 0): void {
  const [left, right] = [ours, floor].map((figure) => `${figure.toFixed(digits)}${unit}`.padStart(9));
  process.stdout.write(`${name.padEnd(54)} ${left} ${right}   ÷ ${(ours / floor).toFixed(3)}\n`);
}
