import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withBuildLock } from './build-lock.mjs';
import { hashOfInputs, readStamps, readViteFiles, settingsOf, writeStamps } from './build-stamps.mjs';
import { bundleServer, copySql } from './bundle-server.mjs';
import { precompress } from './precompress.mjs';
import { releaseClient } from './release-client.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const appInputs = [
  'src',
  'contract',
  'vite.config.ts',
  'scripts/flat-layers.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

/** Each step runs only when its inputs or settings have changed or its output is missing. */
export const steps = [
  {
    name: 'app and worker',
    inputs: [
      ...[...appInputs, 'sw', 'public', 'index.html'],
      ...['scripts/build.mjs', 'scripts/precompress.mjs', 'scripts/release-client.mjs'],
    ],
    settings: /^VITE_/,
    output: 'dist/client/index.html',
    run: async () => {
      rmSync(join(root, 'dist/client.next'), { recursive: true, force: true });
      await vite('build', '--outDir', 'dist/client.next', '--emptyOutDir');
      await precompress(join(root, 'dist/client.next'));
      releaseClient(root);
    },
  },
  {
    name: "operators' console",
    /** True: the shop can start without this step. */
    isBehind: true,
    inputs: [...appInputs, 'vite.ops.config.ts', 'scripts/build.mjs', 'scripts/precompress.mjs'],
    output: 'dist/ops/index.html',
    run: async () => {
      await vite('build', '--config', 'vite.ops.config.ts');
      await precompress(join(root, 'dist/ops'));
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
      'scripts/bundle-server.mjs',
    ],
    output: 'dist-server/main.mjs',
    run: async () => {
      await bundleServer(root);
      copySql(root, join(root, 'dist-server'));
    },
  },
];

/**
 * Brings the build up to date and runs its steps concurrently.
 * @param isOpening postpones the steps that the shop can start without, and deletes their outdated output so that it is
 * not served.
 * @returns whether a step was postponed.
 */
export function build({ isOpening = false } = {}) {
  return withBuildLock(root, async () => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    const stamps = readStamps(root);
    const settings = { ...readViteFiles(root), ...process.env };
    const outdated = steps
      .map((step) => ({ step, hash: hashOfInputs(root, step.inputs, settingsOf(settings, step.settings)) }))
      .filter(({ step, hash }) => stamps[step.name] !== hash || !existsSync(join(root, step.output)));
    const putOff = outdated.filter(({ step }) => isOpening && step.isBehind);
    for (const { step } of putOff) rmSync(join(root, step.output), { force: true });
    const due = outdated.filter((one) => !putOff.includes(one));
    const results = await Promise.allSettled(due.map(({ step, hash }) => make(step, hash, stamps)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    return putOff.length > 0;
  });
}

async function make(step, hash, stamps) {
  const startedAt = performance.now();
  await step.run();
  stamps[step.name] = hash;
  writeStamps(root, stamps);
  console.log(`built ${step.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Runs in a separate process, because each Vite build occupies a core. */
async function vite(...options) {
  const script = 'node_modules/vite/bin/vite.js';
  const child = spawn(process.execPath, [join(root, script), ...options, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // The console's build must stop together with the shop.
  const end = () => child.kill();
  process.once('exit', end);
  const [code, signal] = await once(child, 'close');
  process.off('exit', end);
  if (code !== 0) throw new Error(`${script} failed (${signal ?? `exit code ${code}`})`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
