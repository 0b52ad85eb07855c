import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { RACES } from '../../tests/money/schedules/planted-races.mjs';
import { POWER_LOSS_BUGS, SEEDED_MONEY_BUGS } from '../../tests/money/seeded-bugs.mjs';
import { copySqlAndFontFiles, getServerBuildOptions } from '../build/bundle-server.mjs';
import { projectRoot } from '../build.mjs';
import { runTestsWithEachFault } from './project-copy.mjs';

/** Bundles the random test run from its sources, so it needs no build of the shop. @returns the bundle's path. */
async function bundle(folder) {
  mkdirSync(join(folder, 'dist-server'), { recursive: true });
  // Each run of this script has its own folder, because two runs may be active at once.
  const outdir = mkdtempSync(join(folder, 'dist-server/random-money-'));
  process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));
  const entryPoints = { main: 'tests/money/random/main.ts', hand: 'tests/money/random/hand.ts' };
  await build({ ...getServerBuildOptions(folder), entryPoints, outdir });
  copySqlAndFontFiles(folder, outdir);
  return join(outdir, 'main.mjs');
}

/** @returns the message that says how soon the bug was found; null: it was not found. */
async function find(folder, options) {
  const words = ['--runs', '10', '--ops', '2000', '--kills', '2', ...options];
  const { status, stderr } = spawnSync(process.execPath, [await bundle(folder), ...words], {
    encoding: 'utf8',
  });
  const found = /^found after .*$/m.exec(stderr)?.[0];
  console.log(found ?? `NOT FOUND (exit code ${status}) ${stderr.slice(-500)}`);
  for (const line of stderr.match(/^BROKEN.*$/gm)?.slice(0, 3) ?? [])
    console.log(`    ${line.slice(0, 200)}`);
  return found ?? null;
}

/** Runs up to 500 seeds until five have failed. @returns the message of the first failure, or null. */
function findRace({ about }, folder) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'tests/money/schedules/seeds.test.ts'],
    {
      ...{ cwd: folder, encoding: 'utf8' },
      env: { ...process.env, NO_COLOR: '1', ABOUT: about, SCHEDULES: '500', FAILURES: '5' },
    },
  );
  const found = stdout.match(/^(found after|replayed) .*$/gm);
  console.log(found?.join('\n') ?? `NOT FOUND ${(stdout + stderr).slice(-500)}`);
  return found?.[0] ?? null;
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--planted') {
  const filter = rest[0] && !rest[0].startsWith('--') ? rest.shift() : '';
  const bugs = rest.includes('--power-loss') ? POWER_LOSS_BUGS : [...RACES, ...SEEDED_MONEY_BUGS];
  const wanted = bugs.filter(({ name }) => new RegExp(filter).test(name));
  const findOne = (one, folder) => (RACES.includes(one) ? findRace(one, folder) : find(folder, rest));
  const missed = await runTestsWithEachFault(projectRoot, wanted, findOne, ({ name }) =>
    console.log(`    ${name}`),
  );
  await stop();
  process.exit(missed > 0 ? 1 : 0);
}
const program = await bundle(projectRoot);
await stop();
const main = spawn(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => main.kill(signal));
main.on('exit', (code) => process.exit(code ?? 1));
