import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { queryOnNewConnection } from '../../server/db/connection/query-once.ts';
import type { PostgresReplicaPair } from '../support/postgres-pair.ts';

const PROGRAM = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((path) => existsSync(path));

/** Tells whether HAProxy is installed, and prints a line where it is not. */
export function hasHaproxy(forWhat: string): boolean {
  if (!PROGRAM) process.stdout.write(`Not run, HAProxy is not installed: ${forWhat}\n`);
  return PROGRAM !== undefined;
}

/**
 * Starts HAProxy with the shipped configuration in front of a pair, on its own ports. Resolves once it has found the
 * primary.
 */
export async function startHaproxy(
  { primary, standby }: PostgresReplicaPair,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-haproxy-'));
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8');
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    shipped
      .replaceAll('10.0.0.11:5432', `127.0.0.1:${primary.port}`)
      .replaceAll('10.0.0.12:5432', `127.0.0.1:${standby.port}`)
      .replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${port}`),
  );
  const child = spawn(PROGRAM as string, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said = (said + text).slice(-4_000);
  });
  const giveUpAt = performance.now() + 30_000;
  while (!(await answersAsPrimary(port))) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`HAProxy found no primary: ${said}`);
    await delay(100);
  }
  return {
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answersAsPrimary(port: number): Promise<boolean> {
  const place = { host: '127.0.0.1', port, user: 'ajora', database: 'ajora', connectionTimeoutMillis: 2_000 };
  const rows = queryOnNewConnection<{ isReplica: boolean }>(
    place,
    'SELECT pg_is_in_recovery() AS "isReplica"',
  );
  return await rows.then(
    ([row]) => row?.isReplica === false,
    () => false,
  );
}
