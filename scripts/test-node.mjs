import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './build.mjs';

const USAGE = `Installs, checks, starts and tests a clean copy of the project under another Node, which npx brings.

  npm run test:node -- VERSION [options of npm test]

  npm run test:node -- 22
  npm run test:node -- 24 --project rules
`;
const START_MAX_MS = 10 * 60_000;
const LOOK_EVERY_MS = 200;

const [version, ...testOptions] = process.argv.slice(2);
if (!version || !/^\d/.test(version)) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), `shop-node-${version}-`));
const copy = join(folder, 'shop');
const env = environmentOf(version);
try {
  copySources();
  install();
  run('npm', ['run', 'check']);
  await start();
  run('npm', ['test', '--', ...testOptions]);
} catch (error) {
  console.error(`Node ${version}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Every program that is started with it finds this Node first, npm too. What the calling npm has set is left out. */
function environmentOf(wanted) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const program = spawnSync('npx', ['--yes', '-p', `node@${wanted}`, 'node', '-p', 'process.execPath'], {
    cwd: tmpdir(),
    env: Object.fromEntries(own),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).stdout.trim();
  if (!program) throw new Error(`npx brings no node@${wanted}`);
  return { ...Object.fromEntries(own), PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
}

/** The files that git knows or would take: nothing that an earlier build or start has left. */
function copySources() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of stdout.split('\0').filter(Boolean))
    cpSync(join(root, file), join(copy, file), { force: true });
}

/** @throws {Error} for an install that fails or prints a warning. */
function install() {
  console.log(`\n$ npm ci   (${spawnSync('node', ['-v'], { env, encoding: 'utf8' }).stdout.trim()})`);
  const { status, stdout, stderr } = spawnSync('npm', ['ci'], { cwd: copy, env, encoding: 'utf8' });
  console.log(`${stdout}${stderr}`.trim());
  if (status !== 0) throw new Error('npm ci failed');
  if (/\bwarn\b|deprecated/i.test(stdout + stderr)) throw new Error('npm ci printed a warning');
}

function run(command, args) {
  console.log(`\n$ ${[command, ...args].join(' ')}`);
  const { status } = spawnSync(command, args, { cwd: copy, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** Starts the shop as the README says, until it answers that it is ready, and stops it. */
async function start() {
  console.log('\n$ npm start');
  const port = await freePort();
  const shop = spawn('npm', ['start'], {
    cwd: copy,
    env: { ...env, PORT: String(port), DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => shop.once('exit', resolve));
  const until = Date.now() + START_MAX_MS;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  let wasReady = false;
  while (!wasReady && shop.exitCode === null && Date.now() < until) {
    await sleep(LOOK_EVERY_MS);
    wasReady = await isReady();
  }
  shop.kill('SIGTERM');
  await exited;
  // The shop sees that npm is gone and stops by itself.
  while (await isReady()) await sleep(LOOK_EVERY_MS);
  if (!wasReady) throw new Error('npm start did not become ready');
  console.log('/readyz answered 200');
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
