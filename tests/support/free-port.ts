import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what the system itself gives out: nobody is given such a port by chance before it is used. */
const LOWEST = 20_000;
const SHARES = 60;
const PORTS_PER_SHARE = 200;

const given = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on, and that no other test of this run is given. */
export async function findFreePort(): Promise<number> {
  // Workers of one run have different shares, and mostly those of a run beside it too.
  const share = (Number(process.env.VITEST_POOL_ID ?? 0) + process.ppid) % SHARES;
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = LOWEST + randomInt(PORTS_PER_SHARE) * SHARES + share;
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error('no free port');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
