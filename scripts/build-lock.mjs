import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** One build at a time in a checkout: a second start waits for the first one's build and finds it done. */
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
    // Between creating and writing the file is empty: 0 asks for this process, which is there.
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    // The lock of a build that was killed is not held any more.
    if (error.code === 'ESRCH') rmSync(lock, { force: true });
  }
  return false;
}
