import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The page, its worker and every script and style sheet of a build, as they go over the line. */
function weigh(folder: string): number {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  return ['index.html', ...assets.map((name) => `assets/${name}`)]
    .map((name) => brotliCompressSync(readFileSync(join(folder, name))).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

async function buildWith(config: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-build-'));
  try {
    await promisify(execFile)(
      process.execPath,
      [
        join(ROOT, 'node_modules/vite/bin/vite.js'),
        ...['build', '--config', config, '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'],
      ],
      // Under a test's own environment React would be built for development.
      { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', VITEST: '' } },
    );
    return weigh(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('older browsers cost a new one at most 4 kB in all of the app', async () => {
  const shipped = await buildWith('vite.config.ts');
  const newest = await buildWith('tests/support/newest.vite.config.ts');
  expect(shipped - newest).toBeLessThanOrEqual(4_000);
  // Two builds that do not differ would prove nothing.
  expect(shipped - newest).toBeGreaterThan(100);
  console.info(`older browsers cost ${shipped - newest} of ${shipped} bytes`);
}, 300_000);
