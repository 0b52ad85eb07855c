import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../../../server/db/connection/connect.ts';
import { queryOnNewConnection } from '../../../server/db/connection/query-once.ts';
import { getEmbeddedDatabasePaths } from '../../../server/db/embedded/cluster.ts';
import { createAndCheckDataFolder } from '../../../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts';
import { isProcessAlive, readPostmasterFile } from '../../../server/db/embedded/postmaster-file.ts';
import { migrate } from '../../../server/db/schema/migrate.ts';
import { readExpectedDatabaseSchema } from '../../../server/db/schema/schema.ts';
import { type LossyDisk, openLossyDisk } from './lossy-disk.ts';
import { patiently } from './patience.ts';

/**
 * Killing a process loses nothing that it has written; only a power failure of the machine would. So syncing is off
 * without power losses, while a commit is still written before it is answered.
 */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', jit: 'off', max_connections: '100' };
const TEMPLATE = 'random_template';

/** A PostgreSQL server that belongs to the run, so that the run may kill it. */
export interface Cluster {
  folder: string;
  /** Makes a migrated, empty database. @returns the connection string for the shop. */
  makeDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** Ends the server without warning. */
  kill9(): void;
  /** Starts the killed server again with its data. */
  start(): Promise<void>;
  /** Ends the server, takes from its disk what was not synced, and starts it again. Only with a disk that loses power. */
  losePower(): Promise<void>;
  /** Finds the process ids of the connections to a database. */
  findBackends(name: string): Promise<number[]>;
  close(): Promise<void>;
}

/**
 * @param losesPower true: the data is on a disk of its own, and the settings are those of every shop.
 * @param losesFirstStart true: power is lost as soon as the new database has started.
 */
export async function openCluster(losesPower = false, losesFirstStart = false): Promise<Cluster> {
  const folder = createAndCheckDataFolder(await mkdtemp(join(tmpdir(), 'random-money-')));
  const dataFolder = join(folder, 'cluster');
  let disk: LossyDisk | null = null;
  const removeAll = async () => {
    await disk?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  try {
    disk = losesPower ? await openLossyDisk(dataFolder) : null;
    return await startCluster({ folder, dataFolder, disk, losesFirstStart, removeAll });
  } catch (error) {
    const left = readPostmasterFile(getEmbeddedDatabasePaths(dataFolder).cluster);
    if (left && isProcessAlive(left.pid)) process.kill(left.pid, 'SIGKILL');
    await removeAll();
    throw error;
  }
}

interface Place {
  folder: string;
  dataFolder: string;
  disk: LossyDisk | null;
  losesFirstStart: boolean;
  removeAll(): Promise<void>;
}

async function startCluster(place: Place): Promise<Cluster> {
  const { folder, dataFolder, disk, losesFirstStart, removeAll } = place;
  createAndCheckDataFolder(dataFolder);
  const settings = disk ? {} : SETTINGS;
  let postgres = await openEmbeddedPostgres({ dataFolder, settings });
  const { port } = postgres;
  // When one backend is killed PostgreSQL closes all connections, so every query here may have to be repeated.
  const ask = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    patiently(() => queryOnNewConnection<Row>(postgres.superuserConnectionString, text, values));
  const addressOf = (name: string): string => {
    const url = new URL(postgres.connectionString);
    url.pathname = `/${name}`;
    return url.href;
  };
  const kill9 = () => void process.kill(postgres.pid, 'SIGKILL');
  const start = async () => {
    postgres = await openEmbeddedPostgres({ dataFolder, settings, port });
  };
  let losing = Promise.resolve();
  const losePower = () => {
    kill9();
    losing = (disk?.losePower() ?? Promise.resolve()).then(start);
    return losing;
  };
  if (losesFirstStart) await losePower();
  await ask(`CREATE DATABASE ${TEMPLATE} OWNER ajora`);
  const db = connectDatabase({ connectionString: addressOf(TEMPLATE) });
  await migrate(db, await readExpectedDatabaseSchema());
  await db.close();
  return {
    folder,
    async makeDatabase(name) {
      // Copied as files: after a crash, PostgreSQL loses the sequences' values of a database that was copied through
      // the log.
      await ask(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER ajora STRATEGY file_copy`);
      await disk?.sync();
      return addressOf(name);
    },
    dropDatabase: async (name) => void (await ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
    ...{ kill9, start, losePower },
    async findBackends(name) {
      const rows = await ask<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND state IS NOT NULL`,
        [name],
      );
      return rows.map(({ pid }) => pid);
    },
    async close() {
      await losing.catch(() => undefined);
      await postgres.stop();
      await removeAll();
    },
  };
}
