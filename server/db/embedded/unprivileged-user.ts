import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** PostgreSQL refuses to run as root, so root starts the server as the user "nobody". */
const NOBODY = { uid: 65534, gid: 65534 } as const;

/** @returns the user under which the database runs; undefined: the current user. */
export function getDatabaseOsUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Checks by the mode bits whether the user `nobody`, who runs the database under root, may enter this folder. */
export function isAccessibleToNobodyUser(folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (!maySearch(path)) return false;
    if (dirname(path) === path) return true;
  }
}

function maySearch(folder: string): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === NOBODY.uid) return (mode & 0o100) !== 0;
  if (gid === NOBODY.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
