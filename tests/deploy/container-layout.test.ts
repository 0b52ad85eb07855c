import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAndCheckDataFolder } from '../../server/db/embedded/data-folder.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { findFreePort } from '../support/free-port.ts';
import { TestShopper } from '../support/shopper.ts';

/**
 * No image is built here: what its last stage copies is copied into an empty folder and started there in the same way.
 */

const ROOT = join(import.meta.dirname, '../..');
const SYSTEMD = '/usr/bin/systemd-analyze';
if (!existsSync(SYSTEMD)) process.stdout.write('Not run, systemd is not installed: the unit is read by it\n');

let folder: string;
let postgres: EmbeddedPostgres;
let shop: ChildProcess;
let said = '';
let url: string;
let env: NodeJS.ProcessEnv;
const image = () => join(folder, 'image');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'container-'));
  const stage = await readLastStage();
  for (const { from, to } of stage.copies) {
    await mkdir(dirname(join(image(), to)), { recursive: true });
    // The packages are linked: copying all of them takes minutes, and what `npm prune` keeps is not tested here.
    if (from === 'node_modules') await symlink(join(ROOT, from), join(image(), to));
    else await cp(join(ROOT, from), join(image(), to), { recursive: true, verbatimSymlinks: true });
  }
  // This checkout's pictures are removed, because the image makes its own.
  await rm(join(image(), 'dist/pictures'), { recursive: true, force: true });
  await mkdir(join(folder, 'data'));
  postgres = await openEmbeddedPostgres({ dataFolder: createAndCheckDataFolder(join(folder, 'cluster')) });
  const port = String(await findFreePort());
  url = `http://127.0.0.1:${port}`;
  env = {
    ...stage.env,
    PATH: process.env.PATH,
    // The shop listens on this machine only and uses a folder instead of the volume.
    ...{ HOST: '127.0.0.1', PORT: port, PUBLIC_URL: url, DATA_DIR: join(folder, 'data') },
    ...{ DATABASE_URL: postgres.connectionString, LOG_LEVEL: 'warn', STOP_DRAIN_SECONDS: '0' },
  };
  const [program, ...words] = stage.command;
  expect(program).toBe('node');
  shop = spawn(process.execPath, words, { cwd: image(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (text) => (said += text));
  await waitUntilReady();
}, 300_000);

afterAll(async () => {
  if (shop && shop.exitCode === null) {
    const ended = new Promise((resolve) => shop.once('exit', resolve));
    shop.kill('SIGTERM');
    await ended;
  }
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

/** Reads from the Containerfile what the image is made of. */
async function readLastStage() {
  const text = await readFile(join(ROOT, 'deploy/Containerfile'), 'utf8');
  const lines = text.slice(text.lastIndexOf('\nFROM ')).split('\n');
  const after = (word: string) =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  const copies = after('COPY').map((line) => {
    const found = /^--from=build \/shop\/(\S+) \.\/(\S*)$/.exec(line);
    if (!found) throw new Error(`another kind of COPY: ${line}`);
    const from = found[1] as string;
    return { from, to: found[2] || from };
  });
  const settings = after('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')));
  const command = JSON.parse(after('CMD')[0] as string) as string[];
  return { copies, command, env: Object.fromEntries(settings) as Record<string, string> };
}

async function waitUntilReady(): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  while (performance.now() < giveUpAt) {
    if (shop.exitCode !== null) throw new Error(`it ended at its start:\n${said}`);
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(100);
  }
  throw new Error(`it was not ready within two minutes:\n${said}`);
}

it('what the image copies is enough: it is ready, signs somebody up and shows a page', async () => {
  // A sign-up hashes with native code, which stays outside the bundle and so must be copied.
  await TestShopper.signUp(url);
  const page = await fetch(`${url}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('</html>');
});

it('a product is imported there and its pictures are derived', async () => {
  const masters = join(ROOT, 'sandbox/catalogue/pictures');
  const picture = (await readdir(masters)).find((name) => name.endsWith('.webp')) as string;
  const file = join(folder, 'products.csv');
  await writeFile(
    file,
    `slug,title,price,basePrice,minimumViableUnits,images\npalm-oil,Palm oil,4500,6000,10,${picture}\n`,
  );
  const words = ['dist-server/ops.mjs', 'product', 'import', file, '--images', masters];
  execFileSync(process.execPath, words, { cwd: image(), env, encoding: 'utf8' });
  const page = await (await fetch(`${url}/product/palm-oil`)).text();
  const shown = /\/pictures\/[\w-]+\.(?:avif|webp)/.exec(page)?.[0];
  const answer = await fetch(`${url}${shown}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
});

it.runIf(existsSync(SYSTEMD))('the unit is one that systemd understands', async () => {
  const unit = await readFile(join(ROOT, 'deploy/shop@.service'), 'utf8');
  // The program and the folder are replaced by those of this machine.
  const here = unit
    .replace('/usr/bin/node', process.execPath)
    .replace('WorkingDirectory=/srv/shop', `WorkingDirectory=${image()}`);
  expect(here).not.toBe(unit);
  await writeFile(join(folder, 'shop@.service'), here);
  const verify = () =>
    spawnSync(SYSTEMD, ['verify', '--man=no', join(folder, 'shop@4001.service')], { encoding: 'utf8' });
  expect(verify()).toMatchObject({ status: 0, stderr: '' });
  // Checks that systemd would report a wrong setting.
  await writeFile(join(folder, 'shop@.service'), here.replace('KillSignal=', 'KillSignals='));
  expect(verify().stderr).toContain('KillSignals');
});
