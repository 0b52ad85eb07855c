import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { getDatabaseOsUser, isAccessibleToNobodyUser } from './unprivileged-user.ts';

/** Paths of the embedded database's files and folders in DATA_DIR. */
export interface EmbeddedDatabasePaths {
  dataFolder: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
  lockFile: string;
}

export function getEmbeddedDatabasePaths(dataFolder: string): EmbeddedDatabasePaths {
  return {
    dataFolder,
    cluster: join(dataFolder, 'postgres'),
    passwordFile: join(dataFolder, 'postgres-password'),
    logFile: join(dataFolder, 'postgres.log'),
    lockFile: join(dataFolder, 'postgres.lock'),
  };
}

/**
 * Returns a path by which the database's OS user can reach a folder. It is `/proc/self/cwd` when that user may not
 * enter the parent folders.
 */
export function getPathReachableByDatabaseUser(folder: string): string {
  if (!getDatabaseOsUser() || isAccessibleToNobodyUser(folder)) return folder;
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new Error(
    `DATA_DIR: the database runs as "nobody" and cannot enter ${folder}. Choose a folder whose parents are open (mode 711).`,
  );
}

/**
 * Reads the database superuser's password, or creates it at the first start.
 * @returns the password without a newline.
 */
export function readOrCreateDatabasePassword(paths: EmbeddedDatabasePaths): string {
  const saved = existsSync(paths.passwordFile) ? readFileSync(paths.passwordFile, 'utf8').trim() : '';
  if (saved) return saved;
  if (existsSync(paths.cluster)) {
    throw new Error(
      `${paths.passwordFile} is missing or empty. Without it the database in ${paths.cluster} cannot be opened.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  // The password file is flushed to disk, because a power loss after the first start could leave it empty.
  writeFileSync(paths.passwordFile, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

/**
 * Creates the database files under a temporary path and renames them, so that an interrupted start leaves no partial
 * database.
 */
export async function createDatabaseCluster(
  paths: EmbeddedDatabasePaths,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  if (existsSync(paths.cluster)) return;
  const user = getDatabaseOsUser();
  const unfinished = `${paths.cluster}.${process.pid}`;
  const passwordCopy = join(unfinished, 'password-for-initdb');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, 'data'), { recursive: true, mode: 0o700 });
  writeFileSync(passwordCopy, `${password}\n`, { mode: 0o600 });
  for (const path of [unfinished, join(unfinished, 'data'), passwordCopy]) {
    if (user) chownSync(path, user.uid, user.gid);
  }
  const options = [
    ['-D', getPathReachableByDatabaseUser(join(unfinished, 'data'))],
    ['-U', 'postgres', '--auth=scram-sha-256', '--pwfile=../password-for-initdb'],
    // PostgreSQL's builtin locale provider does not depend on the machine, so indexes stay valid after a system update.
    ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ].flat();
  try {
    await promisify(execFile)(binaries.initdb, options, {
      cwd: join(unfinished, 'data'),
      env: buildPostgresEnvironment(),
      ...user,
    });
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`The embedded database could not be made: ${stderr || String(error)}`);
  }
  renameSync(join(unfinished, 'data'), paths.cluster);
  rmSync(unfinished, { recursive: true, force: true });
}

/**
 * Builds the environment for the PostgreSQL programs, without this process's own settings (PGPORT, PGDATA, secrets).
 */
export function buildPostgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
