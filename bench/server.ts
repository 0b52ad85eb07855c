import { join } from 'node:path';
import { projectFolder } from '../server/lib/project-folder.ts';
import { measureCardJoins, openCardProvider } from './serving/card-joins.ts';
import { measureRate, openClient } from './serving/load.ts';
import { cpuMsOf, peakMemoryMb } from './serving/processes.ts';
import { openDatabases, type RunningServer, SHOP_ENV, startServer } from './serving/servers.ts';
import { openFloorWork, openShopWork, type Work } from './serving/work.ts';

export const usage = `Measures the built server beside the floor under it, in turn and in one run: Fastify that sends a text of the same size
and Fastify with \`pg\` (one statement to read, one transaction of four to write).

  npm run build && npm run bench -- server [--rounds 3] [--seconds 4]

A join by card is counted from the cart to the order without the card page: the two requests that begin it (the second
opens a session with the provider) and the browser's return (the shop asks the provider and settles). The provider is
the sandbox in the bench's own process: its answers are waited for, its buttons are not counted. Rows with a semicolon
set beside their first figure what follows it, not the floor.
`;
export const options = { rounds: '3', seconds: '4' };

/** The measured operations and their numbers of clients. */
const SCENARIOS: { name: keyof Work; clients: number }[] = [
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
/** Numbers of clients that add to their carts while others join one group. */
const BESIDE = [1, 16];

/** Figures of one row, per round. The shop's processor time is divided between server and database. */
const FIGURES = ['ours', 'floor', 'oursCpuMs', 'oursServerMs', 'floorCpuMs', 'oursP99Ms'] as const;
type Figures = Record<(typeof FIGURES)[number], number[]>;

/** @returns the exit code: always 0, the figures are only reported. */
export async function main(values: typeof options): Promise<number> {
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const databases = await openDatabases();
  const cardProvider = await openCardProvider(databases.folder);
  const running: RunningServer[] = [];
  try {
    const startShop = () =>
      startServer(
        join(projectFolder(), 'dist-server', 'main.mjs'),
        {
          ...{ ...SHOP_ENV, ...cardProvider.env },
          ...{ DATABASE_URL: databases.shopUrl, DATA_DIR: join(databases.folder, 'shop') },
        },
        '/healthz',
      );
    // The first start also creates the tables.
    const firstShop = await startShop();
    await firstShop.stop();
    const shop = await startShop();
    running.push(shop);
    const shopClient = openClient(shop.url);
    const ours = await openShopWork(shopClient.send, databases.shopUrl);
    const floorServer = await startServer(
      join(projectFolder(), 'bench', 'serving', 'floor.mjs'),
      { DATABASE_URL: databases.floorUrl, STATIC_BYTES: String(ours.listBytes) },
      '/static',
    );
    running.push(floorServer);
    const floorClient = openClient(floorServer.url);
    const floor = openFloorWork(floorClient.send);

    const table = new Map<string, Figures>();
    const besides = BESIDE.map((clients) => ({ clients, quietMs: [] as number[], besideMs: [] as number[] }));
    const cards: { perSecond: number; returnsPerSecond: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, clients } of SCENARIOS) {
        const figures = table.get(`${name}, c${clients}`) ?? emptyFigures();
        table.set(`${name}, c${clients}`, figures);
        const measure = async (server: RunningServer, work: (turn: number) => Promise<unknown>) => {
          const cpuMs = () => [cpuMsOf(server.pid), cpuMsOf(databases.pid)] as const;
          const before = cpuMs();
          const rate = await measureRate(work, { clients, seconds });
          const after = cpuMs();
          const [serverMs, databaseMs] = [after[0] - before[0], after[1] - before[1]].map(
            (ms) => ms / rate.done,
          ) as [number, number];
          return { ...rate, serverMs, cpuMs: serverMs + databaseMs };
        };
        const floorRate = await measure(floorServer, floor[name]);
        const oursRate = await measure(shop, ours.work[name]);
        figures.floor.push(floorRate.perSecond);
        figures.ours.push(oursRate.perSecond);
        figures.floorCpuMs.push(floorRate.cpuMs);
        figures.oursCpuMs.push(oursRate.cpuMs);
        figures.oursServerMs.push(oursRate.serverMs);
        figures.oursP99Ms.push(oursRate.p99Ms);
      }
      for (const { clients, quietMs, besideMs } of besides) {
        const addAll = () => measureRate(ours.work['cart add'], { clients, seconds });
        quietMs.push((await addAll()).p99Ms);
        const joins = measureRate(ours.work['join one group'], { clients: BUSIEST, seconds });
        besideMs.push((await addAll()).p99Ms);
        await joins;
      }
      cards.push(await measureCardJoins(shopClient.send, ours.cardBuyers, seconds));
    }
    for (const client of [floor, ours.work])
      await measureRate(client.purchase, { clients: BUSIEST, seconds });
    report(table);
    const [one, sixty] = ['cart of 1, c16', 'cart of 60, c16'].map((row) =>
      median(table.get(row)?.ours ?? []),
    ) as [number, number];
    print('cart of 60, c16; cart of 1', rateText(sixty), rateText(one), sixty / one);
    for (const { clients, quietMs, besideMs } of besides) {
      const [quiet, beside] = [median(quietMs), median(besideMs)];
      const name = `p99 of a cart add, c${clients}, ${BUSIEST} join a group; quiet`;
      print(name, `${beside.toFixed(1)} ms`, `${quiet.toFixed(1)} ms`, beside / quiet);
    }
    const memory = [shop, floorServer].map(({ pid }) => peakMemoryMb(pid)) as [number, number];
    print(
      `peak memory at c${BUSIEST}`,
      `${memory[0].toFixed(0)} MB`,
      `${memory[1].toFixed(0)} MB`,
      memory[0] / memory[1],
    );
    const startRows = [
      ['start to first answer', shop],
      ['the same on an empty database', firstShop],
    ] as const;
    for (const [name, { startMs }] of startRows)
      print(
        name,
        `${startMs.toFixed(0)} ms`,
        `${floorServer.startMs.toFixed(0)} ms`,
        startMs / floorServer.startMs,
      );
    for (const [how, perSecond] of [
      ['by card', median(cards.map((card) => card.perSecond))],
      ['by card, the return alone', median(cards.map((card) => card.returnsPerSecond))],
    ] as const) {
      const hot = median(table.get('join one group, c64')?.ours ?? []);
      print(
        `join one group ${how}, c${BUSIEST}; wallet`,
        rateText(perSecond),
        rateText(hot),
        perSecond / hot,
      );
    }
    shopClient.close();
    floorClient.close();
    return 0;
  } finally {
    for (const server of running) await server.stop();
    await cardProvider.close();
    await databases.close();
  }
}

const emptyFigures = () => Object.fromEntries(FIGURES.map((name) => [name, []])) as unknown as Figures;

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

const rateText = (perSecond: number): string => `${perSecond.toFixed(0)}/s`;

function print(name: string, ours: string, floor: string, ratio: number): void {
  process.stdout.write(
    `${name.padEnd(54)} ${ours.padStart(9)} ${floor.padStart(9)}   ÷ ${ratio.toFixed(3)}\n`,
  );
}

function report(table: ReadonlyMap<string, Figures>): void {
  process.stdout.write(`${''.padEnd(54)} ${'ours'.padStart(9)} ${'floor'.padStart(9)}\n`);
  for (const [name, figures] of table) {
    const [ours, floor] = [median(figures.ours), median(figures.floor)];
    print(name, rateText(ours), rateText(floor), ours / floor);
    const [oursCpu, floorCpu] = [median(figures.oursCpuMs), median(figures.floorCpuMs)];
    const cpu = `${oursCpu.toFixed(2)} ms`;
    print(`  processor time of one`, cpu, `${floorCpu.toFixed(2)} ms`, oursCpu / floorCpu);
    process.stdout.write(
      `  of it the server ${median(figures.oursServerMs).toFixed(2)} ms; p99 ${median(figures.oursP99Ms).toFixed(1)} ms
`,
    );
  }
}
