import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { queryOnNewConnection } from '../connection/query-once.ts';
import { getSqlState } from '../connection/retry-conflicts.ts';
import {
  createDatabaseCluster,
  type EmbeddedDatabasePaths,
  getEmbeddedDatabasePaths,
  readOrCreateDatabasePassword,
} from './cluster.ts';
import { findOrCopyPostgresBinaries } from './postgres-binaries.ts';
import { isProcessAlive, readPostmasterFile } from './postmaster-file.ts';
import { startPostmaster } from './postmaster-start.ts';
import { withDatabaseStartLock } from './start-lock.ts';
import { getDatabaseOsUser } from './unprivileged-user.ts';

export interface EmbeddedPostgres {
  /** Connection string for the owner of the shop's database. */
  connectionString: string;
  /** Connection string for the superuser; tests create databases with it. */
  superuserConnectionString: string;
  port: number;
  pid: number;
  /** True: this process started the database; false: it was already running. */
  wasStarted: boolean;
  /** Stops the database unless another process uses it. @returns false when it was left running for other processes. */
  stopIfUnused(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The data folder, which exists and is writable: see `createAndCheckDataFolder`. */
  dataFolder: string;
  /** Extra server settings; tests disable fsync. */
  settings?: Record<string, string>;
  /** True: opening fails when there is no database, instead of creating one. */
  mustExist?: boolean;
  /** Port of a new server; default: a free one. */
  port?: number;
}

const DATABASE = 'ajora';
const ROLE = 'ajora';
/** SQLSTATE of a database that is starting, stopping or recovering. */
const CANNOT_CONNECT_NOW = '57P03';
const ADOPT_WAIT_MS = 60_000;
/** A stop waits this long for other connections, because the server lists a closed one for a moment longer. */
const CLOSING_WAIT_MS = 2_000;

/**
 * Opens the PostgreSQL server of a data folder: adopts a running one, else starts one.
 * @throws an error with the last lines of the database's log.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const paths = getEmbeddedDatabasePaths(options.dataFolder);
  return withDatabaseStartLock(paths.lockFile, async () => {
    const password = readOrCreateDatabasePassword(paths);
    let running = await adoptPostmaster(paths, password);
    const wasStarted = running === null;
    if (!running) {
      const binaries = findOrCopyPostgresBinaries(getDatabaseOsUser() !== undefined);
      await createDatabaseCluster(paths, binaries, password);
      running = await startPostmaster(paths, binaries, options.settings ?? {}, options.port);
    }
    const { pid, port } = running;
    if (!options.mustExist)
      await makeShopDatabase(addressOf('postgres', password, port, 'postgres'), password);
    return {
      connectionString: addressOf(ROLE, password, port, DATABASE),
      superuserConnectionString: addressOf('postgres', password, port, 'postgres'),
      port,
      pid,
      wasStarted,
      stopIfUnused: () => withDatabaseStartLock(paths.lockFile, () => stopIfUnused(paths, password, pid)),
      stop: () => withDatabaseStartLock(paths.lockFile, () => stopPostmaster(paths, pid)),
    };
  });
}

/**
 * Adopts the database server of this folder if it is running, once it accepts connections.
 * @returns null when it is not running.
 */
async function adoptPostmaster(
  paths: EmbeddedDatabasePaths,
  password: string,
): Promise<{ pid: number; port: number } | null> {
  const giveUpAt = Date.now() + ADOPT_WAIT_MS;
  while (Date.now() < giveUpAt) {
    const file = readPostmasterFile(paths.cluster);
    if (!file || !isProcessAlive(file.pid)) return null;
    const isOurs = file.isReady && (await isOurCluster(paths, password, file));
    if (isOurs) return file;
    // The process id in `postmaster.pid` now belongs to another program, so the database has ended. `startPostmaster`
    // removes the file.
    if (file.isReady && isOurs === false && !isServerOf(paths, file.pid)) return null;
    // The database server is starting, stopping or recovering from a crash, so the check is repeated after a pause.
    await pause(100);
  }
  const file = readPostmasterFile(paths.cluster);
  if (!file || !isServerOf(paths, file.pid)) return null;
  throw new Error(`The embedded database is not ready yet (log: ${paths.logFile}). Start again in a while.`);
}

/**
 * Checks that the server on this port serves this data folder and no other.
 * @returns null when the server accepts no connection yet.
 */
async function isOurCluster(
  paths: EmbeddedDatabasePaths,
  password: string,
  file: { pid: number; port: number },
): Promise<boolean | null> {
  try {
    const rows = await ask<{ data_directory: string }>(
      addressOf('postgres', password, file.port, 'postgres'),
      'SHOW data_directory',
    );
    const seen = rows[0]?.data_directory;
    return (seen === '/proc/self/cwd' ? readlinkSync(`/proc/${file.pid}/cwd`) : seen) === paths.cluster;
  } catch (error) {
    return getSqlState(error) === CANNOT_CONNECT_NOW ? null : false;
  }
}

/** Returns true when the process is the database server of this data folder, even while it accepts no connection. */
function isServerOf(paths: EmbeddedDatabasePaths, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(paths.cluster);
  } catch {
    return false;
  }
}

async function makeShopDatabase(superuserAddress: string, password: string): Promise<void> {
  const found = await ask(superuserAddress, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
  if (found.length > 0) return;
  const role = await ask(superuserAddress, `SELECT 1 FROM pg_roles WHERE rolname = '${ROLE}'`);
  if (role.length === 0) {
    await ask(superuserAddress, `CREATE ROLE ${ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  }
  await ask(superuserAddress, `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
}

async function stopIfUnused(paths: EmbeddedDatabasePaths, password: string, pid: number): Promise<boolean> {
  const file = readPostmasterFile(paths.cluster);
  if (file?.pid !== pid || !isProcessAlive(pid)) return true;
  const giveUpAt = Date.now() + CLOSING_WAIT_MS;
  while (await isUsed(addressOf('postgres', password, file.port, 'postgres'))) {
    if (Date.now() > giveUpAt) return false;
    await pause(100);
  }
  await stopPostmaster(paths, pid);
  return true;
}

async function isUsed(superuserAddress: string): Promise<boolean> {
  const others = await ask(
    superuserAddress,
    `SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return others.length > 0;
}

/** Requests a fast shutdown: the server cuts its connections, writes a checkpoint and exits. */
async function stopPostmaster(paths: EmbeddedDatabasePaths, pid: number): Promise<void> {
  if (readPostmasterFile(paths.cluster)?.pid !== pid || !isProcessAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const giveUpAt = Date.now() + 30_000;
  while (isProcessAlive(pid) && existsSync(paths.cluster) && Date.now() < giveUpAt) await pause(25);
}

function ask<Row>(connectionString: string, text: string): Promise<Row[]> {
  return queryOnNewConnection({ connectionString, connectionTimeoutMillis: 5_000 }, text);
}

function addressOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
