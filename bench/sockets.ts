import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '../server/db/connect.ts';
import { openServerSecrets } from '../server/db/server-secrets.ts';
import { accessTokens } from '../server/http/tokens.ts';
import { projectFolder } from '../server/lib/project-folder.ts';
import { openClient } from './serving/load.ts';
import { cpuMsOf, memoryMb } from './serving/processes.ts';
import { openDatabases, type RunningServer, SHOP_ENV, startServer } from './serving/servers.ts';
import { openShopWork } from './serving/work.ts';

const USAGE = `Measures the built server with many live connections, each of a shopper of its own who watches the same product: how
long after a join of its group they hear of it, and the memory that each of them costs the server at rest. The phones
are a process of their own on the same machine, its work is in the times: half of the processors are theirs.

  npm run build && npm run bench -- sockets [--sockets 10000] [--rounds 5] [--rest 30]

  --rest    seconds without an event before the memory is read: one turn of the pings is in it
  Each socket needs an open file in the server and in the phones: raise \`ulimit -n\` above it first.
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
    const client = openClient(shop.url);
    const { work, hotProductId } = await openShopWork(client.send, databases.shopUrl);
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
      `memory a socket at rest: ${kBEach.toFixed(1)} kB (${beforeMb.toFixed(0)} MB without them)\n`,
    );

    const p99s: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(GAP_MS);
      const { arrivedAtMs, causedAtMs, answeredAtMs, cpuMs } = await measureEvent(
        { phones, sockets, pid: shop.pid },
        () => work['join one group'](0),
      );
      const [first = 0, p50 = 0, p99 = 0, last = 0] = [0, 0.5, 0.99, 1].map(
        (share) =>
          arrivedAtMs[Math.min(arrivedAtMs.length - 1, Math.floor(arrivedAtMs.length * share))] ?? 0,
      );
      const since = (atMs: number, from: number) => `${(atMs - from).toFixed(0)} ms`;
      process.stdout.write(
        `event ${round + 1}: from the buyer's request first ${since(first, causedAtMs)}, p50 ${since(p50, causedAtMs)}, ` +
          `p99 ${since(p99, causedAtMs)}, last ${since(last, causedAtMs)}; from its answer p99 ${since(p99, answeredAtMs)}; ` +
          `from the first arrival p99 ${since(p99, first)}; the server's processor time ${cpuMs.toFixed(0)} ms\n`,
      );
      p99s.push(p99 - causedAtMs);
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

async function measureEvent(
  { phones, sockets, pid }: { phones: ChildProcess; sockets: number; pid: number },
  cause: () => Promise<unknown>,
) {
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
