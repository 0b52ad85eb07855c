import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../../../server/db/connection/connect.ts';
import { queryOnNewConnection } from '../../../server/db/connection/query-once.ts';
import { prepareDataFolder } from '../../../server/db/embedded/data-folder.ts';
import { openEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts';
import { migrate } from '../../../server/db/schema/migrate.ts';
import { readExpectedDatabaseSchema } from '../../../server/db/schema/schema.ts';
import { patiently } from './patience.ts';

/**
 * Killing a process loses nothing that it has written; only a power failure of the machine would. So syncing is off,
 * while a commit is still written before it is answered.
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
  /** Finds the process ids of the connections to a database. */
  findBackends(name: string): Promise<number[]>;
  close(): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'random-money-'));
  const dataFolder = prepareDataFolder(join(prepareDataFolder(folder), 'cluster'));
  let postgres = await openEmbeddedPostgres({ dataFolder, settings: SETTINGS });
  const { port } = postgres;
  // When one backend is killed PostgreSQL closes all connections, so every query here may have to be repeated.
  const ask = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    patiently(() => queryOnNewConnection<Row>(postgres.superuserConnectionString, text, values));
  const addressOf = (name: string): string => {
    const url = new URL(postgres.connectionString);
    url.pathname = `/${name}`;
    return url.href;
  };
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
      return addressOf(name);
    },
    dropDatabase: async (name) => void (await ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
    kill9: () => process.kill(postgres.pid, 'SIGKILL'),
    async start() {
      postgres = await openEmbeddedPostgres({ dataFolder, settings: SETTINGS, port });
    },
    async findBackends(name) {
      const rows = await ask<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND state IS NOT NULL`,
        [name],
      );
      return rows.map(({ pid }) => pid);
    },
    async close() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}
