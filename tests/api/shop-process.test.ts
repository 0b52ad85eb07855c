import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startTestShop } from '../support/shop.ts';

const MAIN = join(import.meta.dirname, '../../dist-server/main.mjs');
const OPS = join(import.meta.dirname, '../../dist-server/ops.mjs');
const AWAY = 'postgres://shop:hunter2@127.0.0.1:1/shop';
const folder = mkdtempSync(join(tmpdir(), 'shop-process-'));
const taken: { server: Server; port: number } = { server: createServer(), port: 0 };

beforeAll(async () => {
  await new Promise<void>((resolve) => taken.server.listen(0, '127.0.0.1', resolve));
  taken.port = (taken.server.address() as { port: number }).port;
});
afterAll(() => {
  taken.server.close();
  rmSync(folder, { recursive: true, force: true });
});

function startRefused(
  env: Record<string, string>,
  program = [MAIN],
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'silent', ENV_FILE: 'none', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  // Output may arrive a moment after the exit, so the test waits for the streams to close.
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

it('a wrong environment is refused with the whole list, before anything is made', async () => {
  const dataDir = join(folder, 'never');
  const refused = await startRefused({ DATA_DIR: dataDir, HOST: '0.0.0.0', PORT: 'http' });
  expect(refused.code).toBe(1);
  expect(refused.said.trim().split('\n')).toEqual([
    'The configuration is not right:',
    "  - PORT must be a whole number from 0 to 65535, not 'http'.",
    '  - FLW_SECRET_KEY is missing: without the sandbox the shop needs the card provider.',
    '  - FLW_SECRET_HASH is missing: without it no webhook can be believed.',
  ]);
  expect(existsSync(dataDir)).toBe(false);
});

it('a taken port is named, and the database that was started for nothing is stopped', async () => {
  const dataDir = join(folder, 'port');
  const refused = await startRefused({ DATA_DIR: dataDir, PORT: String(taken.port) });
  expect(refused).toEqual({
    code: 1,
    said: `Port ${taken.port} is in use already. Choose another one with PORT.\n`,
  });
  expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

it.each([
  ['The shop could not start: ', [MAIN]],
  ['The command failed: ', [OPS, 'group', 'list']],
])('%s a database that cannot be reached, by its setting, without its password', async (words, program) => {
  const env = { DATA_DIR: join(folder, 'away'), DATABASE_URL: AWAY };
  const refused = await startRefused(env, program);
  expect(refused.code).toBe(1);
  const said = `${words}The database of DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:1`;
  expect(refused.said.split('\n')).toContain(said);
});

it("the owner's database that cannot be opened is named by its own setting", async () => {
  const database = await createTestDatabase();
  const refused = await startRefused({
    ...{
      DATA_DIR: join(folder, 'owner'),
      DATABASE_URL: database.connectionString,
      MIGRATE_DATABASE_URL: AWAY,
    },
  });
  await database.close();
  expect(refused).toEqual({
    code: 1,
    said: 'The shop could not start: The database of MIGRATE_DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:1\n',
  });
});

it('a reader that closes the pipe early gets no stack trace', async () => {
  const child = spawn(process.execPath, [OPS, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe('');
});

it.runIf(existsSync('/dev/full'))('a full disk is named as such', async () => {
  const disk = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [OPS, 'help'], { stdio: ['ignore', disk, 'pipe'] });
  closeSync(disk);
  expect(await text(child.stderr as Readable)).toBe(
    'The result could not be written: ENOSPC: no space left on device, write\n',
  );
});

it('two shops on one folder share the database; the first one out leaves it to the other', async () => {
  const dataDir = join(folder, 'shared');
  const first = await startTestShop({ dataDir });
  const second = await startTestShop({ dataDir });
  expect(await first.stop()).toBe(0);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});
