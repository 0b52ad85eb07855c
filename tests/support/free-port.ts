import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** These ports are below the system's ephemeral range, so the system assigns none of them by chance. */
const LOWEST = 20_000;
const SHARES = 60;
const PORTS_PER_SHARE = 200;

const given = new Set<number>();

/** @returns a free port of 127.0.0.1 that no other test of this run gets. */
export async function findFreePort(): Promise<number> {
  // Workers of one run have different ranges; those of a parallel run usually differ too.
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
