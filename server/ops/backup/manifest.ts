import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExpectedDatabaseSchema, readExpectedDatabaseSchema } from '../../db/schema/schema.ts';
import { ActionRefusedError } from '../action.ts';

/** Describes a backup, so that a restore can check that it is complete. */
export interface BackupManifest {
  format: 1;
  /** Time of the backup, ISO 8601, UTC. */
  madeAt: string;
  schema: SchemaVersion;
  /** Row counts of the main tables, in the dump's snapshot. */
  counts: MainTableRowCounts;
  files: BackupFile[];
}

export type MainTableRowCounts = Record<
  'users' | 'products' | 'groups' | 'payments' | 'orders' | 'ledger_entries',
  number
>;

interface SchemaVersion {
  migration: string;
  functions: number;
}

interface BackupFile {
  /** Path relative to the backup's folder. */
  path: string;
  bytes: number;
  sha256: string;
}

export const BACKUP_DUMP_FILE = 'database.dump';
export const BACKUP_IMAGES_FOLDER = 'pictures';
export const BACKUP_MANIFEST_FILE = 'manifest.json';

/** @returns the schema version that this release's migrations produce. */
export async function getReleaseSchemaVersion(): Promise<SchemaVersion> {
  const { migrations, functions }: ExpectedDatabaseSchema = await readExpectedDatabaseSchema();
  return { migration: migrations.at(-1)?.name ?? '', functions: functions.number };
}

/** Creates the folder for a backup. @throws {ActionRefusedError} when it exists and is not empty. */
export async function createBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new ActionRefusedError(`${folder} is not empty. Name a new folder.`);
}

/** Lists all files of a backup by name, except the manifest. */
export async function listBackupFiles(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder, { recursive: true });
  const files: BackupFile[] = [];
  for (const path of names.sort()) {
    const found = await stat(join(folder, path));
    if (!found.isFile() || path === BACKUP_MANIFEST_FILE) continue;
    files.push({ path, bytes: found.size, sha256: await hashOf(join(folder, path)) });
  }
  return files;
}

/**
 * @throws {ActionRefusedError} when the folder has no backup, one of another release, or a changed or truncated one.
 */
export async function readBackupManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, BACKUP_MANIFEST_FILE), 'utf8').catch(() => {
    throw new ActionRefusedError(`${folder} holds no whole backup: it has no ${BACKUP_MANIFEST_FILE}.`);
  });
  const manifest = JSON.parse(text) as BackupManifest;
  const own = await getReleaseSchemaVersion();
  const { migration, functions } = manifest.schema;
  if (migration !== own.migration || functions !== own.functions) {
    throw new ActionRefusedError(
      `The backup is of another release (migration ${migration}, functions ${functions}; here ${own.migration}, ${own.functions}). Restore it with that release, then start this one on it.`,
    );
  }
  const found = new Map((await listBackupFiles(folder)).map((file) => [file.path, file]));
  const wrong = manifest.files.filter(({ path, sha256 }) => found.get(path)?.sha256 !== sha256);
  if (wrong.length > 0) {
    throw new ActionRefusedError(
      'The backup is not whole: files are missing or were changed.',
      wrong.map(({ path }) => path),
    );
  }
  return manifest;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part);
  return hash.digest('hex');
}
