import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ConnectOptions, connectDatabase } from './connection/connect.ts';
import type { OnStatement } from './connection/statement-times.ts';
import type { Work } from './connection/work-limits.ts';
import type { Database } from './database.ts';
import { clusterPlaces } from './embedded/cluster.ts';
import { prepareDataFolder } from './embedded/data-folder.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './schema/migrate.ts';
import { requireSchema } from './schema/require-schema.ts';
import { readSchema } from './schema/schema.ts';
import { grantServing } from './schema/serving-rights.ts';
import { claimForKind, type KindSettings, requireKind, WrongDatabase } from './shop-kind.ts';

/** The database of this configuration: its schema is the one this code knows, its kind the one of the process. */
export interface OpenDatabase {
  db: Database;
  /** For the jobs: connections of their own, so that neither they nor the shoppers take the others' last one. */
  jobsDb: Database;
  /** For connections beside the pools: listener, job locks. */
  connection: ConnectOptions;
  /** One line for the start message: where the data lie. */
  place: string;
  /** Only with the embedded database: starts it again when it is gone, waits for it when it recovers. */
  revive?: () => Promise<void>;
  /** Ends the pool, and the embedded database when nobody else uses it. */
  close(): Promise<void>;
}

interface Place extends KindSettings {
  /** Set: no embedded database. */
  databaseUrl: string | undefined;
  /** Set: who owns the tables and migrates them; the other may then not change what happened. */
  migrateDatabaseUrl?: string | undefined;
  /** Connections of the pool that is not the jobs'. */
  databasePool: number;
  dataDir: string;
}

/** What the pools are watched by. @param pool whose statements the answer is told of. */
type OnPoolStatement = (pool: Work) => OnStatement;
interface Told {
  onIdleError: (error: Error) => void;
  onStatement?: OnPoolStatement | undefined;
}

/** Whatever the size of the shop: one for each of the jobs that may last, and the others take turns. */
const JOBS_CONNECTIONS = 7;

/**
 * For the shop: opens DATABASE_URL, else the embedded database in DATA_DIR (taking over one that runs, making one
 * where there is none), brings its schema up to date and marks the database with its kind.
 *
 * @returns beside the database whether a newer release has been on it, whose tables and functions stay.
 * @throws {WrongDatabase} before anything is changed, for a database of the other kind, or one whose migrations are not
 *   this release's.
 */
export async function openDatabase(
  config: Place,
  onIdleError: (error: Error) => void,
  onStatement?: OnPoolStatement,
): Promise<OpenDatabase & { hasNewerRelease: boolean }> {
  const dataFolder = prepareDataFolder(config.dataDir);
  const embedded = config.databaseUrl === undefined ? await openEmbeddedPostgres({ dataFolder }) : null;
  let hasNewerRelease = false;
  const told = { onIdleError, onStatement };
  const opened = await connectTo(config, embedded, 'request', told, async (db) => {
    const schema = await readSchema();
    const owner = config.migrateDatabaseUrl
      ? connectDatabase({ connectionString: config.migrateDatabaseUrl, work: 'operator', maxConnections: 2 })
      : db;
    try {
      await claimForKind(owner, config, async () => {
        hasNewerRelease = (await migrate(owner, schema)).isNewer;
        // A newer release knows of histories that this one would take for plain tables.
        if (owner !== db && !hasNewerRelease) await grantServing(owner, db);
      });
    } finally {
      if (owner !== db) await owner.close();
    }
  });
  return { ...opened, hasNewerRelease };
}

/**
 * For the operator's commands: opens the database of a shop that has been started before. Makes no database and no
 * folder and applies no migration: the shop that runs on it may be of another release.
 *
 * @throws {WrongDatabase} when there is none, or it is not what this configuration and release expect.
 */
export async function openShopsDatabase(config: Place): Promise<OpenDatabase> {
  const dataFolder = resolve(config.dataDir);
  if (
    config.databaseUrl === undefined &&
    !existsSync(join(clusterPlaces(dataFolder).cluster, 'PG_VERSION'))
  ) {
    throw new WrongDatabase(
      `There is no shop in ${dataFolder}. Set DATABASE_URL or DATA_DIR to the shop's, or start the shop once (npm start).`,
    );
  }
  const embedded =
    config.databaseUrl === undefined ? await openEmbeddedPostgres({ dataFolder, mustExist: true }) : null;
  return connectTo(config, embedded, 'operator', { onIdleError: () => undefined }, async (db) => {
    await requireKind(db, config);
    await requireSchema(db, await readSchema());
  });
}

async function connectTo(
  config: Place,
  opened: EmbeddedPostgres | null,
  work: Work,
  { onIdleError, onStatement }: Told,
  check: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  let embedded = opened;
  const connection: ConnectOptions = {
    connectionString: embedded?.connectionString ?? (config.databaseUrl as string),
    onIdleError,
  };
  const open = (kind: Work, maxConnections: number): Database =>
    connectDatabase({ ...connection, work: kind, maxConnections, onStatement: onStatement?.(kind) });
  const db = open(work, config.databasePool);
  const jobsDb = open('job', JOBS_CONNECTIONS);
  const close = async (): Promise<void> => {
    await Promise.all([db.close(), jobsDb.close()]);
    await embedded?.stopIfUnused();
  };
  const revive = async (): Promise<void> => {
    embedded = await openEmbeddedPostgres({ dataFolder: resolve(config.dataDir), mustExist: true });
    // It may have come back on another port. Each new connection reads the address here.
    connection.connectionString = embedded.connectionString;
    for (const { pool } of [db, jobsDb]) pool.options.connectionString = embedded.connectionString;
  };
  try {
    await check(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    jobsDb,
    connection,
    place: databasePlace(config, embedded?.port),
    ...(embedded ? { revive } : {}),
    close,
  };
}

/** Where the data lie, without name and password. */
export function databasePlace(config: Pick<Place, 'databaseUrl' | 'dataDir'>, embeddedPort?: number): string {
  if (config.databaseUrl === undefined) {
    const port = embeddedPort === undefined ? '' : ` on port ${embeddedPort}`;
    return `${resolve(config.dataDir)} (embedded PostgreSQL${port})`;
  }
  const url = new URL(config.databaseUrl);
  // A socket's folder is no host of a URL: it is given as `?host=`.
  const host = url.searchParams.get('host') ?? (url.host || 'localhost');
  return `PostgreSQL at ${host}${url.pathname}`;
}
