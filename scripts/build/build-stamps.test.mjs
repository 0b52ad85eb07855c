import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSteps, projectRoot } from '../build.mjs';
import { hashBuildInputs, readViteEnvFiles, selectEnvSettings } from './build-stamps.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-stamps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @returns the project's own files that a script imports, without installed packages. */
async function filesOf(script) {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [script],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return Object.keys(metafile.inputs);
}

test('a build is stale after an edit of a file, and of a test beside it not', () => {
  const now = () => hashBuildInputs(folder, ['a.ts', 'a.test.ts'], []);
  writeFileSync(join(folder, 'a.ts'), 'one');
  const before = now();
  writeFileSync(join(folder, 'a.test.ts'), 'one');
  expect(now()).toBe(before);
  writeFileSync(join(folder, 'a.ts'), 'two');
  expect(now()).not.toBe(before);
});

test('a build with another setting is another build, and the order of the settings is none', () => {
  const made = (env) => hashBuildInputs(folder, [], selectEnvSettings(env, /^VITE_/));
  expect(made({ VITE_API_PAYMENT_STATUS: 'off' })).not.toBe(made({}));
  expect(made({ VITE_A: '1', VITE_B: '2' })).toBe(made({ VITE_B: '2', VITE_A: '1' }));
  expect(made({ PORT: '4001' })).toBe(made({}));
});

test('of the file with all settings only those of the build make another build', () => {
  const made = () => hashBuildInputs(folder, [], selectEnvSettings(readViteEnvFiles(folder), /^VITE_/));
  const bare = made();
  writeFileSync(join(folder, '.env'), 'FLW_SECRET_KEY=one\nVITE_API_PAYMENT_STATUS=on\n');
  const before = made();
  expect(before).not.toBe(bare);
  writeFileSync(join(folder, '.env'), 'FLW_SECRET_KEY=two\nVITE_API_PAYMENT_STATUS=on\n');
  expect(made()).toBe(before);
  writeFileSync(join(folder, '.env.production'), 'VITE_API_PAYMENT_STATUS=off\n');
  expect(made()).not.toBe(before);
});

test('both builds of the app know their settings and every script that they are made with', async () => {
  const config = await filesOf('vite.config.ts');
  expect(config).toContain('scripts/build/flat-layers.ts');
  for (const step of buildSteps.filter(({ name }) => ['app and worker', 'page renderer'].includes(name))) {
    const isInput = (file) => step.inputs.some((input) => file === input || file.startsWith(`${input}/`));
    expect(config.filter((file) => !isInput(file))).toEqual([]);
    expect('VITE_API_PAYMENT_STATUS').toMatch(step.settings);
  }
});

test('an edit of the build itself makes a step of it stale', async () => {
  const inputs = buildSteps.flatMap((step) => step.inputs);
  // The build lock and the stamps decide when something is built, not what, so a change of them makes nothing stale.
  const aside = ['scripts/build/build-lock.mjs', 'scripts/build/build-stamps.mjs'];
  const scripts = (await filesOf('scripts/build.mjs')).filter((path) => !aside.includes(path));
  expect(scripts).toContain('scripts/build/precompress.mjs');
  expect(inputs).toEqual(expect.arrayContaining(scripts));
});
