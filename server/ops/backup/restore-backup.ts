import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment-file.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import { prepareDataFolder } from '../../db/embedded/data-folder.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { databaseLocation } from '../../db/open-database.ts';
import { checkAllRowsInBatches } from '../../features/invariants/invariants.ts';
import { Refusal } from '../action.ts';
import { countRelations, countRows, refreshPlans } from './backup-repository.ts';
import { DUMP, type Manifest, PICTURES, readManifest } from './manifest.ts';
import { runPostgresTool } from './postgres-tool.ts';

export interface Restored {
  manifest: Manifest;
  /** Differences from the manifest. */
  wrong: string[];
  /** Names of violated invariants. */
  broken: string[];
  laws: number;
}

/**
 * Restores a backup into this environment's empty database, in full or not at all.
 *
 * @throws {Refusal} for an incomplete backup, one of another release, and a database that is not empty.
 */
export async function restoreBackup(folder: string): Promise<Restored> {
  const read = readConfig(readEnvironment(process.env));
  const dataDir = resolve(read.dataDir);
  const manifest = await readManifest(folder);
  let embedded: EmbeddedPostgres | undefined;
  if (read.databaseUrl === undefined) {
    embedded = await openEmbeddedPostgres({ dataFolder: prepareDataFolder(dataDir) });
  }
  const address = read.migrateDatabaseUrl ?? read.databaseUrl ?? (embedded?.connectionString as string);
  const db = connectDatabase({ connectionString: address, work: 'operator', maxConnections: 4 });
  try {
    const found = await countRelations(db);
    if (found > 0) {
      throw new Refusal(
        `The database is not empty (${databaseLocation({ ...read, dataDir })}: ${found} tables and the like). A backup comes into an empty one only; nothing was changed.`,
      );
    }
    await runPostgresTool('pg_restore', address, [
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      '--single-transaction',
      join(folder, DUMP),
    ]);
    await refreshPlans(db);
    await cp(join(folder, PICTURES), join(dataDir, 'pictures'), { recursive: true });
    const counts = await countRows(db);
    const wrong = Object.entries(manifest.counts)
      .filter(([table, count]) => counts[table as keyof typeof counts] !== count)
      .map(([table, count]) => `${table}: ${counts[table as keyof typeof counts]} rows, not ${count}`);
    const results = await checkAllRowsInBatches(db);
    const broken = results.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name);
    return { manifest, wrong, broken, laws: results.length };
  } finally {
    await db.close();
    await embedded?.stopIfUnused();
  }
}
