import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../support/free-port.ts';

const PROGRAM = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) => existsSync(path));

/** Tells whether Redis is installed, and prints a line where it is not. */
export function hasRedisServer(forWhat: string): boolean {
  if (!PROGRAM) process.stdout.write(`Not run, redis-server is not installed: ${forWhat}\n`);
  return PROGRAM !== undefined;
}

/** A Redis of the test's own, which saves nothing to the disk and so forgets everything when it stops. */
export interface RedisServer {
  url: string;
  stop(): Promise<void>;
  /** Starts Redis on the same port. Resolves once it accepts connections. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-redis-'));
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const options = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', ''];
    const started = spawn(PROGRAM as string, options, { stdio: 'ignore' });
    child = started;
    while (!(await answers(port))) {
      if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
      await delay(50);
    }
  };
  const stop = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (!ending) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    start,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection({ host: '127.0.0.1', port });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
