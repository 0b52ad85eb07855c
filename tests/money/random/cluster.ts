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
 * A killed process loses nothing that it has written; only a machine that loses its power would. So nothing is synced,
 * but a commit is written before it is answered.
 */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', jit: 'off', max_connections: '100' };
const TEMPLATE = 'random_template';

/** A PostgreSQL of the run's own, that can die. */
export interface Cluster {
  folder: string;
  /** A migrated, empty database. @returns its address for the shop. */
  makeDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** Ends the server without warning. */
  kill9(): void;
  /** Brings it up again where it was. */
  start(): Promise<void>;
  /** Process ids of a database's connections. */
  findBackends(name: string): Promise<number[]>;
  close(): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'random-money-'));
  const dataFolder = prepareDataFolder(join(prepareDataFolder(folder), 'cluster'));
  let postgres = await openEmbeddedPostgres({ dataFolder, settings: SETTINGS });
  const { port } = postgres;
  // A backend's death takes all connections with it, this one too: what is asked may be asked again.
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
      // As files: of a copy through the log PostgreSQL forgets in a crash what its sequences had given out.
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
