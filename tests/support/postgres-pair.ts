import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { queryOnNewConnection } from '../../server/db/connection/query-once.ts';
import { getDatabaseOsUser } from '../../server/db/embedded/unprivileged-user.ts';
import { findFreePort } from './free-port.ts';

/** The programs of `npm ci` cannot copy a running server, so the tests need Debian's packages. */
const PROGRAMS = [18, 17, 16, 15]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(join(folder, 'pg_basebackup')));
const STARTED_WITHIN_MS = 60_000;

/** @returns false and prints a line when PostgreSQL's own package is not installed. */
export function isPostgresInstalled(forWhat: string): boolean {
  if (!PROGRAMS) process.stdout.write(`Not run, no PostgreSQL in /usr/lib/postgresql: ${forWhat}\n`);
  return PROGRAMS !== undefined;
}

/** Each server of the pair is a separate process. */
interface PairedServer {
  port: number;
  /** Address of the shop's database. */
  url: string;
  /** Runs one statement as superuser. */
  ask<Row>(text: string): Promise<Row[]>;
  /** Kills the server and all its processes at once, as a power cut does. */
  kill9(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The standby replicates the primary synchronously: acknowledged data is on both disks. */
export interface PostgresReplicaPair {
  primary: PairedServer;
  standby: PairedServer;
  /** Sets whether the primary waits for the standby at each commit, and resolves once that applies. */
  setSynchronous(isOn: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Creates both servers on 127.0.0.1, with the roles of docs/deploy.md and an empty database for the shop. */
export async function startPostgresReplicaPair(): Promise<PostgresReplicaPair> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-pair-'));
  const user = getDatabaseOsUser();
  const place = (name: string): string => {
    const made = join(folder, name);
    mkdirSync(made, { mode: 0o700 });
    if (user) chownSync(made, user.uid, user.gid);
    return made;
  };
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program: string, ...words: string[]): void =>
    void execFileSync(join(PROGRAMS as string, program), words, { cwd: folder, stdio: 'pipe', ...user });

  const primaryFolder = place('primary');
  run('initdb', '-D', primaryFolder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const primary = pairedServer(primaryFolder, 'one', await findFreePort());
  await primary.start();
  await primary.ask('CREATE ROLE ajora LOGIN');
  await primary.ask('CREATE DATABASE ajora OWNER ajora');
  await primary.ask('CREATE ROLE haproxy_check LOGIN CONNECTION LIMIT 8');
  const standbyFolder = place('standby');
  run(
    'pg_basebackup',
    ...['-d', `host=127.0.0.1 port=${primary.port} user=postgres`],
    ...['-D', standbyFolder, '-R', '-X', 'stream', '-c', 'fast'],
  );
  const standby = pairedServer(standbyFolder, 'two', await findFreePort());
  await standby.start();
  const isSynchronous = async (): Promise<boolean> =>
    (await primary.ask(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).length === 1;
  const setSynchronous = async (isOn: boolean): Promise<void> => {
    await primary.ask(`ALTER SYSTEM SET synchronous_standby_names = '${isOn ? 'two' : ''}'`);
    await primary.ask('SELECT pg_reload_conf()');
    while ((await isSynchronous()) !== isOn) await delay(50);
  };
  await setSynchronous(true);
  return {
    primary,
    standby,
    setSynchronous,
    async close() {
      // The standby starts first, because the primary would wait for it at its last commit.
      await standby.kill9();
      await primary.kill9();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function pairedServer(folder: string, name: string, port: number): PairedServer {
  let child: ChildProcess | undefined;
  const place = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
  const ask = <Row>(text: string): Promise<Row[]> => queryOnNewConnection(place, text);
  const settings = {
    cluster_name: name,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    wal_receiver_timeout: '10s',
  };
  const end = async (send: (pid: number) => void): Promise<void> => {
    const ending = child;
    child = undefined;
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    send(ending.pid);
    await ended;
  };
  return {
    port,
    url: `postgres://ajora@127.0.0.1:${port}/ajora`,
    ask,
    kill9: () =>
      end((pid) => {
        for (const each of [pid, ...childrenOf(pid)]) killIfThere(each);
      }),
    stop: () => end((pid) => process.kill(pid, 'SIGINT')),
    async start() {
      const words = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
      const started = spawn(
        join(PROGRAMS as string, 'postgres'),
        ['-D', folder, '-p', String(port), ...words],
        {
          ...{ cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } },
          stdio: ['ignore', 'ignore', 'pipe'],
          ...getDatabaseOsUser(),
        },
      );
      child = started;
      let said = '';
      started.stderr.on('data', (text) => {
        said = (said + text).slice(-4_000);
      });
      const giveUpAt = performance.now() + STARTED_WITHIN_MS;
      while (!(await ask('SELECT 1').catch(() => null))) {
        if (started.exitCode !== null || performance.now() > giveUpAt)
          throw new Error(`PostgreSQL did not start: ${said}`);
        await delay(50);
      }
    },
  };
}

/** A process that has ended meanwhile counts as killed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Only Linux lists child processes. Elsewhere they end by themselves when their server is gone. */
function childrenOf(pid: number): number[] {
  if (!existsSync('/proc')) return [];
  const isChild = (entry: string): boolean => {
    try {
      const status = readFileSync(`/proc/${entry}/stat`, 'utf8');
      return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isChild(entry))
    .map(Number);
}
