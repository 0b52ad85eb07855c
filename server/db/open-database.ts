import type { Config } from '../config.ts';
import { type ConnectOptions, connectDatabase } from './connect.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { Database } from './database.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate, readMigrations } from './migrate.ts';
import { migrationFolder } from './migration-files.ts';

/** The migrated database of this configuration, as the shop and the operator's commands open it. */
export interface OpenDatabase {
  db: Database;
  /** For connections beside the pool: listener, job locks. */
  connection: ConnectOptions;
  /** One line for the start message: where the data lie. */
  place: string;
  /** Ends the pool, and the embedded database when nobody else uses it. */
  close(): Promise<void>;
}

/**
 * Opens DATABASE_URL, else the embedded database in DATA_DIR (taking over one that runs), and applies what is
 * missing of the migrations.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onIdleError: (error: Error) => void,
): Promise<OpenDatabase> {
  const dataFolder = prepareDataFolder(config.dataDir);
  const embedded = config.databaseUrl === undefined ? await openEmbeddedPostgres({ dataFolder }) : null;
  const connection: ConnectOptions = {
    connectionString: embedded?.connectionString ?? (config.databaseUrl as string),
    onIdleError,
  };
  const db = connectDatabase(connection);
  const close = async (): Promise<void> => {
    await db.close();
    await embedded?.stopIfUnused();
  };
  try {
    await migrate(db, await readMigrations(migrationFolder()));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    connection,
    place: embedded ? `${dataFolder} (embedded PostgreSQL on port ${embedded.port})` : 'DATABASE_URL',
    close,
  };
}
