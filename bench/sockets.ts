import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '../server/db/connection/connect.ts';
import { openServerSecrets } from '../server/db/server-secrets.ts';
import { accessTokens } from '../server/http/sessions/tokens.ts';
import { projectFolder } from '../server/lib/project-folder.ts';
import { openClient } from './serving/load.ts';
import { cpuMsOf, memoryMb } from './serving/processes.ts';
import { openDatabases, type RunningServer, SHOP_ENV, startServer } from './serving/servers.ts';
import { openShopWork } from './serving/work.ts';

const USAGE = `Measures the built server with many live connections, each of a shopper of its own who watches the same product: how
long after a join of its group they hear of it, and the memory that each of them costs the server at rest. The phones
are a process of their own on the same machine: their work is no part of the memory, but of the times. The server's memory
without them is read after 500 have come and gone; what it has at its start is printed beside it.

  npm run build && npm run bench -- sockets [--sockets 10000] [--rounds 5] [--rest 30]

  --rest    seconds without an event before the memory is read: one turn of the pings is in it
  Each socket needs an open file in the server and in the phones: raise the hard limit of \`ulimit -n\` above it first.
`;
/** From the buyer's request to a socket, in the p99; and of the server's memory. */
const LIMIT_MS = 250;
const LIMIT_KB = 20;
const WARM_SOCKETS = 500;
const EVENT = 'group:progress';
/** The pace of events of one group, and a little more. */
const GAP_MS = 1_500;

/** @returns the exit code: 1 when the best round is over 250 ms or a socket over 20 kB. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      sockets: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      rest: { type: 'string', default: '30' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [sockets, rounds, restMs] = [values.sockets, values.rounds, Number(values.rest) * 1000].map(
    Number,
  ) as [number, number, number];
  const databases = await openDatabases();
  let shop: RunningServer | undefined;
  try {
    shop = await startServer(
      join(projectFolder(), 'dist-server', 'main.mjs'),
      { ...SHOP_ENV, DATABASE_URL: databases.shopUrl, DATA_DIR: join(databases.folder, 'shop') },
      '/healthz',
    );
    const startMb = memoryMb(shop.pid);
    const client = openClient(shop.url);
    const { work, hotProductId } = await openShopWork(client.send, databases.shopUrl, {
      ...{ buyers: 1, hasCarters: false },
    });
    const watch = { url: shop.url, productId: hotProductId };

    // What the first sockets and joins bring into memory stays there for all others.
    const tokens = await makeShoppers(databases.shopUrl, sockets);
    const warm = await openPhones({ ...watch, tokens: tokens.slice(0, WARM_SOCKETS) });
    await work['join one group'](0);
    await pause(GAP_MS);
    warm.phones.kill();
    await pause(GAP_MS);
    const beforeMb = memoryMb(shop.pid);

    const { phones, seconds } = await openPhones({ ...watch, tokens });
    process.stdout.write(`${sockets} sockets opened in ${seconds.toFixed(0)} s\n`);
    await pause(restMs);
    const kBEach = ((memoryMb(shop.pid) - beforeMb) * 1024) / sockets;
    process.stdout.write(
      `memory a socket at rest: ${kBEach.toFixed(1)} kB (${beforeMb.toFixed(0)} MB without them, ${startMb.toFixed(0)} MB at its start)\n`,
    );

    const p99s: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(GAP_MS);
      const event = await measureEvent({ phones, sockets, pid: shop.pid }, () => work['join one group'](0));
      process.stdout.write(`event ${round + 1}: ${wordsOf(event)}\n`);
      p99s.push(shareOf(event, 0.99) - event.causedAtMs);
    }
    phones.kill();
    client.close();
    const best = Math.min(...p99s);
    process.stdout.write(
      `best p99 ${best.toFixed(0)} ms (reach ${LIMIT_MS}), memory a socket ${kBEach.toFixed(1)} kB (reach ${LIMIT_KB})\n`,
    );
    return best <= LIMIT_MS && kBEach <= LIMIT_KB ? 0 : 1;
  } finally {
    await shop?.stop();
    await databases.close();
  }
}

/** Signed in without their passwords. @returns their access tokens. */
async function makeShoppers(connectionString: string, count: number): Promise<string[]> {
  const db = connectDatabase({ connectionString, maxConnections: 2, work: 'operator' });
  try {
    const tokens = accessTokens(await openServerSecrets(db));
    await db.query(
      `INSERT INTO users (name, email, phone, password_hash, recovery_key_hash, referral_code)
       SELECT 'Ada Obi', 'watcher' || n || '@example.com', '+23490' || 10000000 + n, 'x', 'x',
         lpad(upper(to_hex(n)), 8, '0')
       FROM generate_series(1, $1::int) n`,
      [count],
    );
    const sessions = await db.query<{ id: string; userId: string }>(
      `INSERT INTO sessions (user_id) SELECT id FROM users WHERE email LIKE 'watcher%'
       RETURNING id, user_id AS "userId"`,
    );
    return sessions.map(({ id, userId }) => tokens.issue({ id: userId, sessionId: id }));
  } finally {
    await db.close();
  }
}

async function openPhones(open: {
  url: string;
  tokens: string[];
  productId: string;
}): Promise<{ phones: ChildProcess; seconds: number }> {
  const phones = spawn(process.execPath, [join(projectFolder(), 'bench', 'serving', 'watchers.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  phones.send({ open });
  const { opened } = await hear<{ opened: { seconds: number } }>(phones);
  return { phones, seconds: opened.seconds };
}

/** @throws when the phones end by themselves. */
function hear<Message>(phones: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the phones ended by themselves'));
    phones.once('exit', fail);
    phones.once('message', (message) => {
      phones.removeListener('exit', fail);
      resolve(message as Message);
    });
  });
}

/** Instants in ms of one clock. */
interface Heard {
  /** In order. */
  arrivedAtMs: number[];
  causedAtMs: number;
  answeredAtMs: number;
  /** The server's processor time until the last has heard. */
  cpuMs: number;
}

/** When so many of the sockets had heard. */
function shareOf({ arrivedAtMs }: Heard, share: number): number {
  const last = arrivedAtMs.length - 1;
  return arrivedAtMs[Math.min(last, Math.floor(arrivedAtMs.length * share))] ?? 0;
}

function wordsOf(event: Heard): string {
  const { causedAtMs, answeredAtMs, cpuMs } = event;
  const since = (share: number, fromMs: number) => `${(shareOf(event, share) - fromMs).toFixed(0)} ms`;
  return (
    `from the buyer's request first ${since(0, causedAtMs)}, p50 ${since(0.5, causedAtMs)}, p99 ${since(0.99, causedAtMs)}, ` +
    `last ${since(1, causedAtMs)}; from its answer p99 ${since(0.99, answeredAtMs)}; from the first arrival p99 ` +
    `${since(0.99, shareOf(event, 0))}; the server's processor time ${cpuMs.toFixed(0)} ms`
  );
}

async function measureEvent(
  { phones, sockets, pid }: { phones: ChildProcess; sockets: number; pid: number },
  cause: () => Promise<unknown>,
): Promise<Heard> {
  const nowMs = () => Number(process.hrtime.bigint()) / 1e6;
  phones.send({ expect: { name: EVENT, count: sockets } });
  await hear(phones);
  const cpuBefore = cpuMsOf(pid);
  const causedAtMs = nowMs();
  const heard = hear<{ arrivedAtMs: number[] }>(phones);
  await cause();
  const answeredAtMs = nowMs();
  const { arrivedAtMs } = await heard;
  return { arrivedAtMs, causedAtMs, answeredAtMs, cpuMs: cpuMsOf(pid) - cpuBefore };
}
