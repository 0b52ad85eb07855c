import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withDatabaseStartLock } from './start-lock.ts';

/** A process id that no process can have. */
const NOBODY = 2 ** 22 + 1;

let folder: string;
let lockPath: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-start-lock-'));
  lockPath = join(folder, 'start.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function leaveLock(holder: string, ageS: number) {
  await writeFile(lockPath, holder);
  const then = Date.now() / 1000 - ageS;
  await utimes(lockPath, then, then);
}

test('one at a time works, and the lock goes with the work, also after a failure', async () => {
  const seen: string[] = [];
  const first = withDatabaseStartLock(lockPath, async () => {
    seen.push('first in');
    expect(statSync(lockPath).mode & 0o777).toBe(0o600);
    await pause(200);
    seen.push('first out');
  });
  const second = withDatabaseStartLock(lockPath, async () => {
    seen.push('second in');
    throw new Error('no disk');
  });
  await first;
  await expect(second).rejects.toThrow('no disk');
  expect(seen).toEqual(['first in', 'first out', 'second in']);
  expect(existsSync(lockPath)).toBe(false);
});

test.each([
  ['a dead process', String(NOBODY), 0],
  ['a process whose number was given away', String(process.pid), 125],
  ['a process that died between creating and writing', '', 6],
])('the lock of %s is taken over', async (_who, holder, ageS) => {
  await leaveLock(holder, ageS);
  expect(await withDatabaseStartLock(lockPath, async () => 'started')).toBe('started');
});

test.each([
  ['a running process', String(process.pid), 60],
  ['the first process of a machine', '1', 60],
  ['a process between creating and writing', '', -600],
])('the lock of %s is waited for', async (_who, holder, ageS) => {
  await leaveLock(holder, ageS);
  let hasStarted = false;
  const started = withDatabaseStartLock(lockPath, async () => {
    hasStarted = true;
  });
  await pause(300);
  expect(hasStarted).toBe(false);
  await rm(lockPath);
  await started;
});
