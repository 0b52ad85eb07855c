import { createConnection } from 'node:net';

/**
 * Finds a running Redis server for the tests that need one.
 *
 * @param forWhat name of the tests to print as skipped when there is none.
 * @returns its address, or null.
 */
export async function findRedisUrl(forWhat: string): Promise<string | null> {
  const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
  const { hostname, port } = new URL(url);
  const answers = await new Promise<boolean>((resolve) => {
    const probe = createConnection({ host: hostname, port: Number(port || 6379) });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (!answers) process.stdout.write(`Not run, no Redis answers: ${forWhat}\n`);
  return answers ? url : null;
}
