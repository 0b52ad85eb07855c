import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withBuildLock } from './build/build-lock.mjs';
import {
  hashBuildInputs,
  readBuildInputHashes,
  readViteEnvFiles,
  selectEnvSettings,
  writeBuildInputHashes,
} from './build/build-stamps.mjs';
import { bundleServer, copySqlAndFontFiles, PREVIEW_FONTS_FOLDER } from './build/bundle-server.mjs';
import { precompressFiles } from './build/precompress.mjs';
import { replaceClientBuild } from './build/release-client.mjs';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

const appInputs = [
  'src',
  'contract',
  'vite.config.ts',
  'scripts/build/flat-layers.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

/** The steps of the build. Each runs only when its inputs or settings have changed or its output is missing. */
export const buildSteps = [
  {
    name: 'app and worker',
    inputs: [
      ...[...appInputs, 'sw', 'public', 'index.html'],
      ...[
        'scripts/build.mjs',
        'scripts/build/precompress.mjs',
        'scripts/build/release-client.mjs',
        `${PREVIEW_FONTS_FOLDER}/OFL.txt`,
      ],
    ],
    settings: /^VITE_/,
    output: 'dist/client/index.html',
    run: async () => {
      rmSync(join(projectRoot, 'dist/client.next'), { recursive: true, force: true });
      await vite('build', '--outDir', 'dist/client.next', '--emptyOutDir');
      appendFontLicence(join(projectRoot, 'dist/client.next/licenses.md'));
      await precompressFiles(join(projectRoot, 'dist/client.next'));
      replaceClientBuild(projectRoot);
    },
  },
  {
    name: "operators' console",
    /** True: the shop can start without this step. */
    isBehind: true,
    inputs: [...appInputs, 'vite.ops.config.ts', 'scripts/build.mjs', 'scripts/build/precompress.mjs'],
    output: 'dist/ops/index.html',
    run: async () => {
      await vite('build', '--config', 'vite.ops.config.ts');
      await precompressFiles(join(projectRoot, 'dist/ops'));
    },
  },
  {
    name: 'page renderer',
    inputs: [...appInputs, 'scripts/build.mjs'],
    settings: /^VITE_/,
    output: 'dist/server/entry-server.js',
    run: () => vite('build', '--ssr', 'src/entry-server.tsx'),
  },
  {
    name: 'server',
    inputs: [
      'server',
      'sandbox',
      'contract',
      'package-lock.json',
      'scripts/build.mjs',
      'scripts/build/bundle-server.mjs',
    ],
    output: 'dist-server/main.mjs',
    run: async () => {
      await bundleServer(projectRoot);
      copySqlAndFontFiles(projectRoot, join(projectRoot, 'dist-server'));
    },
  },
];

/**
 * Runs the outdated steps of the build.
 * @param isOpening postpones the steps without which the shop can start, and deletes their outdated output.
 * @returns whether a step was postponed.
 */
export function buildProject({ isOpening = false } = {}) {
  return withBuildLock(projectRoot, async () => {
    mkdirSync(join(projectRoot, 'dist'), { recursive: true });
    const stamps = readBuildInputHashes(projectRoot);
    const settings = { ...readViteEnvFiles(projectRoot), ...process.env };
    const outdated = buildSteps
      .map((step) => ({
        step,
        hash: hashBuildInputs(projectRoot, step.inputs, selectEnvSettings(settings, step.settings)),
      }))
      .filter(({ step, hash }) => stamps[step.name] !== hash || !existsSync(join(projectRoot, step.output)));
    const putOff = outdated.filter(({ step }) => isOpening && step.isBehind);
    for (const { step } of putOff) rmSync(join(projectRoot, step.output), { force: true });
    const due = outdated.filter((one) => !putOff.includes(one));
    const results = await Promise.allSettled(due.map(({ step, hash }) => make(step, hash, stamps)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    return putOff.length > 0;
  });
}

/** Adds the licence of the font for preview images, which is not an npm package. */
function appendFontLicence(file) {
  const licence = readFileSync(join(projectRoot, PREVIEW_FONTS_FOLDER, 'OFL.txt'), 'utf8');
  appendFileSync(file, `\n## Noto Sans (OFL-1.1)\n\n${licence}`);
}

async function make(step, hash, stamps) {
  const startedAt = performance.now();
  await step.run();
  stamps[step.name] = hash;
  writeBuildInputHashes(projectRoot, stamps);
  console.log(`built ${step.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Each Vite build runs in its own process, because it occupies one core. */
async function vite(...options) {
  const script = 'node_modules/vite/bin/vite.js';
  const child = spawn(process.execPath, [join(projectRoot, script), ...options, '--logLevel', 'warn'], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // A start serves the shop from this process while Vite builds the console, so stopping the shop also stops Vite.
  const end = () => child.kill();
  process.once('exit', end);
  const [code, signal] = await once(child, 'close');
  process.off('exit', end);
  if (code !== 0) throw new Error(`${script} failed (${signal ?? `exit code ${code}`})`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildProject().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
