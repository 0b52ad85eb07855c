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
  if (!isHeld(lock)) rmSync(lock, { force: true });
  return false;
}

/** The lock of a build that was killed is not held any more. */
function isHeld(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    // Between creating and writing the file is empty.
    if (!holder) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
