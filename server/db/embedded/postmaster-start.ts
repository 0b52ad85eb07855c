import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  buildPostgresEnvironment,
  type EmbeddedDatabasePaths,
  getPathReachableByDatabaseUser,
} from './cluster.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { readPostmasterFile, removeStalePostmasterFile } from './postmaster-file.ts';
import { getDatabaseOsUser } from './unprivileged-user.ts';

/** A failed start is retried for this long, because a killed database leaves remains for about a second. */
const RETRY_FOR_MS = 20_000;
/** These start errors disappear on a retry. A killed server leaves a lock file, child processes or a port in use. */
const PASSING_REFUSALS = [
  'postmaster.pid" already exists',
  'pre-existing shared memory block',
  'Address already in use',
];
/** Longest wait for the first connection, because the database may have to recover from a crash first. */
const READY_WITHIN_MS = 120_000;
const LOG_LIMIT_BYTES = 10_000_000;

export async function startPostmaster(
  paths: EmbeddedDatabasePaths,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
  wantedPort?: number,
): Promise<{ pid: number; port: number }> {
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  removeStalePostmasterFile(paths.cluster);
  keepLogSmall(paths.logFile);
  for (;;) {
    const logStart = sizeOf(paths.logFile);
    const port = wantedPort ?? (await findFreePort());
    const child = spawnPostmaster(paths, binaries, port, settings);
    if (await isReadySoon(child, paths)) {
      child.unref();
      return { pid: child.pid as number, port };
    }
    const output = readFileSync(paths.logFile, 'utf8').slice(logStart).trim();
    const mayPass = PASSING_REFUSALS.some((refusal) => output.includes(refusal));
    if (!mayPass || Date.now() > giveUpAt) {
      throw new Error(
        `The embedded database did not start (log: ${paths.logFile}): ${output.slice(-800) || 'no word'}`,
      );
    }
    await pause(250);
  }
}

function spawnPostmaster(
  paths: EmbeddedDatabasePaths,
  binaries: PostgresBinaries,
  port: number,
  settings: Record<string, string>,
): ChildProcess {
  const allSettings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    log_checkpoints: 'off',
    // The database's log must not contain failed statements, because they include phone numbers and delivery
    // addresses.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    ...settings,
  };
  const log = openSync(paths.logFile, 'a', 0o600);
  const child = spawn(
    binaries.postgres,
    [
      ...['-D', getPathReachableByDatabaseUser(paths.cluster), '-p', String(port)],
      ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: paths.cluster,
      env: buildPostgresEnvironment(),
      // A separate session protects the server from Ctrl-C in the terminal and from the end of this process.
      detached: true,
      stdio: ['ignore', log, log],
      ...getDatabaseOsUser(),
    },
  );
  closeSync(log);
  return child;
}

async function isReadySoon(child: ChildProcess, paths: EmbeddedDatabasePaths): Promise<boolean> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  while (Date.now() < giveUpAt) {
    if (failure) throw new Error(`The embedded database could not be run: ${failure.message}`);
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const file = readPostmasterFile(paths.cluster);
    if (file?.pid === child.pid && file?.isReady) return true;
    await pause(20);
  }
  child.kill('SIGINT');
  return false;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port for the database.');
  return address.port;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function keepLogSmall(logFile: string): void {
  if (sizeOf(logFile) > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
}
