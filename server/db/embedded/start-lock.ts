import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isProcessAlive } from './postmaster-file.ts';

const GIVE_UP_MS = 90_000;
/** A lock file of this age is left over, because starts and stops take seconds. Its process id was reused. */
const STALE_MS = 120_000;

/** Holds a lock file with this process's id while `work` runs, and replaces the lock of a dead process. */
export async function withDatabaseStartLock<Result>(
  lockPath: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  while (!tryLock(lockPath)) {
    if (Date.now() > giveUpAt)
      throw new Error(`Another start holds ${lockPath}. Remove it if none is running.`);
    await pause(50);
  }
  try {
    return await work();
  } finally {
    rmSync(lockPath, { force: true });
  }
}

function tryLock(lockPath: string): boolean {
  try {
    writeFileSync(lockPath, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (isAbandoned(lockPath)) rmSync(lockPath, { force: true });
  return false;
}

function isAbandoned(lockPath: string): boolean {
  try {
    const holder = Number(readFileSync(lockPath, 'utf8'));
    const ageMs = Date.now() - statSync(lockPath).mtimeMs;
    // A lock file without a process id was just created, and its process writes the id next.
    if (!Number.isInteger(holder) || holder <= 0) return ageMs > 5_000;
    return ageMs > STALE_MS || !isProcessAlive(holder);
  } catch {
    return false;
  }
}
