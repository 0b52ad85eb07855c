import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getEmbeddedDatabasePaths } from './cluster.ts';
import { startPostmaster } from './postmaster-start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-postmaster-start-'));
  // Under root the database program runs as the user "nobody", who must be able to enter the folder.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'postgres'), { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a fake database program that only runs this shell script. */
function start(script: string) {
  const postgres = join(folder, 'program');
  writeFileSync(postgres, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return startPostmaster(getEmbeddedDatabasePaths(folder), { initdb: '', postgres }, {});
}

test.skipIf(process.platform === 'win32').each([
  ['ends', 'echo "no space left" >&2; exit 1', 'no space left'],
  ['is killed', 'kill -9 $$', 'no word'],
])('a database that %s while it starts is given up at once', async (_, script, said) => {
  await expect(start(script)).rejects.toThrow(`The embedded database did not start (log: ${folder}`);
  await expect(start(script)).rejects.toThrow(said);
});

test
  .skipIf(process.platform === 'win32')
  .each([
    'FATAL:  lock file "postmaster.pid" already exists',
    'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use',
    'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
  ])('after "%s" it is started once more', async (words) => {
  chmodSync(join(folder, 'postgres'), 0o777);
  const script = `mkdir first 2>&- && { echo '${words}' >&2; exit 1; }; echo "no space left" >&2; exit 1`;
  await expect(start(script)).rejects.toThrow(/: no space left$/);
});
