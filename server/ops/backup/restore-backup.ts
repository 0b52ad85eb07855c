import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readConfig } from '../../config/config.ts';
import { mergeEnvironmentFile } from '../../config/environment-file.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import { createAndCheckDataFolder } from '../../db/embedded/data-folder.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { formatDatabaseLocation } from '../../db/open-database.ts';
import { checkInvariantsOfAllRows } from '../../features/invariants/invariants.ts';
import { ActionRefusedError } from '../action.ts';
import { countDatabaseRelations, countMainTableRows, refreshPlannerStatistics } from './backup-repository.ts';
import {
  BACKUP_DUMP_FILE,
  BACKUP_IMAGES_FOLDER,
  type BackupManifest,
  readBackupManifest,
} from './manifest.ts';
import { runPostgresTool } from './postgres-tool.ts';

export interface BackupRestoreResult {
  manifest: BackupManifest;
  /** Describes where the restored database differs from the backup's manifest. */
  wrong: string[];
  /** Names of the invariants that do not hold. */
  broken: string[];
  invariants: number;
}

/**
 * Restores a backup into this environment's empty database, in full or not at all.
 * @throws {ActionRefusedError} when the backup or the database is not suitable.
 */
export async function restoreBackup(folder: string): Promise<BackupRestoreResult> {
  const read = readConfig(mergeEnvironmentFile(process.env));
  const dataDir = resolve(read.dataDir);
  const manifest = await readBackupManifest(folder);
  let embedded: EmbeddedPostgres | undefined;
  if (read.databaseUrl === undefined) {
    embedded = await openEmbeddedPostgres({ dataFolder: createAndCheckDataFolder(dataDir) });
  }
  const address = read.migrateDatabaseUrl ?? read.databaseUrl ?? (embedded?.connectionString as string);
  const db = connectDatabase({ connectionString: address, work: 'operator', maxConnections: 4 });
  try {
    const found = await countDatabaseRelations(db);
    if (found > 0) {
      throw new ActionRefusedError(
        `The database is not empty (${formatDatabaseLocation({ ...read, dataDir })}: ${found} tables and the like). A backup comes into an empty one only; nothing was changed.`,
      );
    }
    await runPostgresTool('pg_restore', address, [
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      '--single-transaction',
      join(folder, BACKUP_DUMP_FILE),
    ]);
    await refreshPlannerStatistics(db);
    await cp(join(folder, BACKUP_IMAGES_FOLDER), join(dataDir, 'pictures'), { recursive: true });
    const counts = await countMainTableRows(db);
    const wrong = Object.entries(manifest.counts)
      .filter(([table, count]) => counts[table as keyof typeof counts] !== count)
      .map(([table, count]) => `${table}: ${counts[table as keyof typeof counts]} rows, not ${count}`);
    const results = await checkInvariantsOfAllRows(db);
    const broken = results.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name);
    return { manifest, wrong, broken, invariants: results.length };
  } finally {
    await db.close();
    await embedded?.stopIfUnused();
  }
}
