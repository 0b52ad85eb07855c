import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * PostgreSQL refuses to run as root. A process of root starts it as "nobody", which every image has
 * (a number without a passwd entry would be refused), so no account is made.
 */
const NOBODY = { uid: 65534, gid: 65534 } as const;

/** @returns who the database runs as, or undefined for "as this process". */
export function databaseUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Whether "nobody" may walk down to this folder. Looks at the mode bits of it and of every parent. */
export function isReachableByNobody(folder: string): boolean {
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
