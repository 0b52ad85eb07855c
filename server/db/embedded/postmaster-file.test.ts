import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isProcessAlive, readPostmasterFile, removeStalePostmasterFile } from './postmaster-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-postmaster-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (...lines: (string | number)[]) => writeFile(join(folder, 'postmaster.pid'), lines.join('\n'));

/** Starts a program that only waits. Linux names the process after the file, which the tests choose. */
async function start(name: string) {
  const file = join(folder, name);
  await copyFile('/bin/sleep', file);
  await chmod(file, 0o755);
  const child = spawn(file, ['600']);
  await once(child, 'spawn');
  return child;
}

test('the file says who runs, on which port, and whether it is ready', async () => {
  expect(readPostmasterFile(folder)).toBeNull();
  await write('', '');
  expect(readPostmasterFile(folder)).toBeNull();
  await write(4711, '/data', 0);
  expect(readPostmasterFile(folder)).toEqual({ pid: 4711, port: Number.NaN, isReady: false });
  await write(4711, '/data', 0, 5432, '', '127.0.0.1', '1 2', 'starting');
  expect(readPostmasterFile(folder)).toEqual({ pid: 4711, port: 5432, isReady: false });
  await write(4711, '/data', 0, 5432, '', '127.0.0.1', '1 2', 'ready   ', '');
  expect(readPostmasterFile(folder)).toEqual({ pid: 4711, port: 5432, isReady: true });
});

test('a process is alive until it has ended', async () => {
  const child = await start('some-program');
  const pid = child.pid as number;
  expect(isProcessAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isProcessAlive(pid)).toBe(false);
});

test.runIf(process.platform === 'linux').each([
  ['postgres', true],
  ['some-program', false],
])('with the number of a running %s the file stays: %s', async (name, stays) => {
  const child = await start(name);
  await write(child.pid as number, '/data', 0, 5432);
  removeStalePostmasterFile(folder);
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(stays);
  child.kill('SIGKILL');
  await once(child, 'exit');
});
