import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connectDatabase, type DatabaseConnectOptions } from './connection/connect.ts';
import type { DatabaseWorkKind } from './connection/work-limits.ts';
import type { Database } from './database.ts';
import { getEmbeddedDatabasePaths } from './embedded/cluster.ts';
import { createAndCheckDataFolder } from './embedded/data-folder.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './schema/migrate.ts';
import { requireSchemaOfRelease } from './schema/require-schema.ts';
import { readExpectedDatabaseSchema } from './schema/schema.ts';
import { grantServingRolePrivileges } from './schema/serving-privileges.ts';
import {
  migrateAndRecordShopKind,
  requireDatabaseOfShopKind,
  type ShopKindSettings,
  UnsuitableDatabaseError,
} from './shop-kind.ts';

/** A database whose schema and kind match this release and its configuration. */
export interface OpenedDatabase {
  db: Database;
  /** The connection pool for jobs, separate from the one for requests. */
  jobsDb: Database;
  /** Connection settings for connections outside both pools. */
  connection: DatabaseConnectOptions;
  /** Location of the database, for the start message. */
  place: string;
  /** Starts the embedded database server again. */
  revive?: () => Promise<void>;
  /** Closes the pools, and stops the embedded database when no other process uses it. */
  close(): Promise<void>;
}

interface DatabaseLocation extends ShopKindSettings {
  /** Connection string; undefined: the embedded database is used. */
  databaseUrl: string | undefined;
  /** Connection string of a separate role for migrations; optional. */
  migrateDatabaseUrl?: string | undefined;
  databasePool: number;
  dataDir: string;
}

/** Number of connections for jobs: one for each long-running job, and one that the short ones share. */
const JOBS_CONNECTIONS = 7;

/**
 * Opens the shop's database (DATABASE_URL, else the embedded one in DATA_DIR) and migrates it.
 * @returns also whether a newer release has used the database.
 * @throws {UnsuitableDatabaseError} before any change.
 */
export async function openDatabase(
  config: DatabaseLocation,
  onIdleError: (error: Error) => void,
): Promise<OpenedDatabase & { hasNewerRelease: boolean }> {
  const dataFolder = createAndCheckDataFolder(config.dataDir);
  const embedded = config.databaseUrl === undefined ? await openEmbeddedPostgres({ dataFolder }) : null;
  let hasNewerRelease = false;
  const opened = await connectTo(config, embedded, 'request', onIdleError, async (db) => {
    const schema = await readExpectedDatabaseSchema();
    const owner = config.migrateDatabaseUrl
      ? connectDatabase({ connectionString: config.migrateDatabaseUrl, work: 'operator', maxConnections: 2 })
      : db;
    try {
      if (owner !== db) await requireDatabaseOpens(owner, 'MIGRATE_DATABASE_URL');
      await migrateAndRecordShopKind(owner, config, async () => {
        hasNewerRelease = (await migrate(owner, schema)).isNewer;
        // A newer release's grants stay as they are, because this release does not know all of its tables.
        if (owner !== db && !hasNewerRelease) await grantServingRolePrivileges(owner, db);
      });
    } finally {
      if (owner !== db) await owner.close();
    }
  });
  return { ...opened, hasNewerRelease };
}

/**
 * Opens an existing shop's database, without migrations, because the running shop may be of another release.
 * @throws {UnsuitableDatabaseError}
 */
export async function openDatabaseWithoutMigrating(config: DatabaseLocation): Promise<OpenedDatabase> {
  const dataFolder = resolve(config.dataDir);
  if (
    config.databaseUrl === undefined &&
    !existsSync(join(getEmbeddedDatabasePaths(dataFolder).cluster, 'PG_VERSION'))
  ) {
    throw new UnsuitableDatabaseError(
      `There is no shop in ${dataFolder}. Set DATABASE_URL or DATA_DIR to the shop's, or start the shop once (npm start).`,
    );
  }
  const embedded =
    config.databaseUrl === undefined ? await openEmbeddedPostgres({ dataFolder, mustExist: true }) : null;
  return connectTo(
    config,
    embedded,
    'operator',
    () => undefined,
    async (db) => {
      await requireDatabaseOfShopKind(db, config);
      await requireSchemaOfRelease(db, await readExpectedDatabaseSchema());
    },
  );
}

async function connectTo(
  config: DatabaseLocation,
  opened: EmbeddedPostgres | null,
  work: DatabaseWorkKind,
  onIdleError: (error: Error) => void,
  check: (db: Database) => Promise<void>,
): Promise<OpenedDatabase> {
  let embedded = opened;
  const connection: DatabaseConnectOptions = {
    connectionString: embedded?.connectionString ?? (config.databaseUrl as string),
    onIdleError,
  };
  const open = (kind: DatabaseWorkKind, maxConnections: number): Database =>
    connectDatabase({ ...connection, work: kind, maxConnections });
  const db = open(work, config.databasePool);
  const jobsDb = open('job', JOBS_CONNECTIONS);
  const close = async (): Promise<void> => {
    await Promise.all([db.close(), jobsDb.close()]);
    await embedded?.stopIfUnused();
  };
  const revive = async (): Promise<void> => {
    embedded = await openEmbeddedPostgres({ dataFolder: resolve(config.dataDir), mustExist: true });
    // The embedded database may have another port after a restart, so every new connection uses the current URL.
    connection.connectionString = embedded.connectionString;
    for (const { pool } of [db, jobsDb]) pool.options.connectionString = embedded.connectionString;
  };
  try {
    if (!embedded) await requireDatabaseOpens(db, 'DATABASE_URL');
    await check(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    jobsDb,
    connection,
    place: formatDatabaseLocation(config, embedded?.port),
    ...(embedded ? { revive } : {}),
    close,
  };
}

/** @throws an error that names the setting, because the driver's names only an address. */
async function requireDatabaseOpens(db: Database, setting: string): Promise<void> {
  await db.query('SELECT 1').catch((error: Error & { code?: string }) => {
    // The driver's error has no message when a name has several addresses.
    const reason = error.message || error.code;
    throw new Error(`The database of ${setting} cannot be opened: ${reason}`, { cause: error });
  });
}

/** Describes where the database is, without user name and password. */
export function formatDatabaseLocation(
  config: Pick<DatabaseLocation, 'databaseUrl' | 'dataDir'>,
  embeddedPort?: number,
): string {
  if (config.databaseUrl === undefined) {
    const port = embeddedPort === undefined ? '' : ` on port ${embeddedPort}`;
    return `${resolve(config.dataDir)} (embedded PostgreSQL${port})`;
  }
  const url = new URL(config.databaseUrl);
  // A URL cannot have a socket folder as its host, so the folder is the parameter `?host=`.
  const host = url.searchParams.get('host') ?? (url.host || 'localhost');
  return `PostgreSQL at ${host}${url.pathname}`;
}
