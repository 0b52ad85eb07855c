import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Allows one build at a time per checkout; a second start waits and finds the build done. */
export async function withBuildLock(root, work) {
  const folder = join(root, 'node_modules/.cache');
  const lock = join(folder, 'build.lock');
  mkdirSync(folder, { recursive: true });
  while (!tryLock(lock)) await pause(100);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    // A lock file that is still empty reads as process 0, which always exists, so the lock counts as held.
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    // The process that held the lock has ended, so its file is removed.
    if (error.code === 'ESRCH') rmSync(lock, { force: true });
  }
  return false;
}
