import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withBuildLock } from './build-lock.mjs';
import { hashOfInputs, readStamps, writeStamps } from './build-stamps.mjs';
import { bundleServer } from './bundle-server.mjs';
import { precompress } from './precompress.mjs';
import { releaseClient } from './release-client.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const appInputs = ['src', 'contract', 'vite.config.ts', 'package-lock.json'];

/** Each step runs only when its inputs have changed or its output is gone. */
const steps = [
  {
    name: 'app and worker',
    inputs: [...appInputs, 'sw', 'public', 'index.html'],
    output: 'dist/client/index.html',
    isPossible: () => existsSync(join(root, 'src/entry-browser.tsx')),
    run: async () => {
      rmSync(join(root, 'dist/client.next'), { recursive: true, force: true });
      vite('build', '--outDir', 'dist/client.next', '--emptyOutDir');
      await precompress(join(root, 'dist/client.next'));
      releaseClient(root);
    },
  },
  {
    name: 'page renderer',
    inputs: appInputs,
    output: 'dist/server/entry-server.js',
    isPossible: () => existsSync(join(root, 'src/entry-server.tsx')),
    run: () => vite('build', '--ssr', 'src/entry-server.tsx'),
  },
  {
    name: 'server',
    inputs: ['server', 'contract', 'package-lock.json', 'scripts/bundle-server.mjs'],
    output: 'dist-server/main.mjs',
    isPossible: () => existsSync(join(root, 'server/main.ts')),
    run: async () => {
      await bundleServer(root);
      const migrations = join(root, 'dist-server/migrations');
      rmSync(migrations, { recursive: true, force: true });
      cpSync(join(root, 'server/db/migrations'), migrations, { recursive: true });
    },
  },
  {
    name: 'pictures of the demo catalogue',
    inputs: [
      'catalogue',
      'scripts/derive-pictures.mjs',
      'server/features/catalogue/picture-derivation.ts',
      'server/features/catalogue/picture-tones.ts',
      'contract/limits.ts',
    ],
    output: 'dist/pictures/index.json',
    isPossible: () => existsSync(join(root, 'scripts/derive-pictures.mjs')),
    run: () => node('scripts/derive-pictures.mjs'),
  },
];

/** Brings the build up to date. */
export async function build() {
  await withBuildLock(root, async () => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    const stamps = readStamps(root);
    for (const step of steps) {
      if (!step.isPossible()) continue;
      const hash = hashOfInputs(root, step.inputs);
      if (stamps[step.name] === hash && existsSync(join(root, step.output))) continue;
      const startedAt = performance.now();
      await step.run();
      stamps[step.name] = hash;
      writeStamps(root, stamps);
      console.log(`built ${step.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    }
  });
}

function vite(...options) {
  node('node_modules/vite/bin/vite.js', ...options, '--logLevel', 'warn');
}

function node(script, ...options) {
  const result = spawnSync(process.execPath, [join(root, script), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) {
    throw new Error(`${script} failed (${result.signal ?? `exit code ${result.status}`})`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
