import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { countMainTableRows, exportTransactionSnapshotId } from './backup-repository.ts';
import {
  BACKUP_DUMP_FILE,
  BACKUP_IMAGES_FOLDER,
  BACKUP_MANIFEST_FILE,
  type BackupManifest,
  createBackupFolder,
  getReleaseSchemaVersion,
  listBackupFiles,
} from './manifest.ts';
import { runPostgresTool } from './postgres-tool.ts';

/**
 * Dumps the database, then copies the images. The manifest is written last, because a folder without a manifest is no
 * backup. A failed backup leaves its folder empty.
 */
export async function makeBackup(
  db: Database,
  config: Pick<Config, 'dataDir' | 'migrateDatabaseUrl'>,
  folder: string,
): Promise<BackupManifest> {
  await createBackupFolder(folder);
  try {
    return await fillBackupFolder(db, config, folder);
  } catch (error) {
    // The folder was empty before. What is left would use up the disk, and refuse the next try of the same name.
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

async function fillBackupFolder(
  db: Database,
  config: Pick<Config, 'dataDir' | 'migrateDatabaseUrl'>,
  folder: string,
): Promise<BackupManifest> {
  // The dump uses the connection of the tables' owner, because the shop's own user may not read all tables.
  const address = config.migrateDatabaseUrl ?? (db.pool.options.connectionString as string);
  const counts = await db.transaction(async (tx) => {
    const snapshot = await exportTransactionSnapshotId(tx);
    const counted = await countMainTableRows(tx);
    await runPostgresTool('pg_dump', address, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--no-unlogged-table-data',
      `--snapshot=${snapshot}`,
      `--file=${join(folder, BACKUP_DUMP_FILE)}`,
    ]);
    return counted;
  });
  await cp(join(config.dataDir, 'pictures'), join(folder, BACKUP_IMAGES_FOLDER), { recursive: true });
  const manifest: BackupManifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    schema: await getReleaseSchemaVersion(),
    counts,
    files: await listBackupFiles(folder),
  };
  await writeFile(join(folder, BACKUP_MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  });
  return manifest;
}
