import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Derives the pictures of the demo catalogue, once per checkout, into `dist/pictures`, with an index from the
 * master's name to what is known of it. The server imports the demo catalogue from there without any work.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const masters = join(root, 'catalogue/pictures');
const output = join(root, 'dist/pictures');
/** The encoder uses all cores by itself; two masters at a time keep them busy between its steps. */
const AT_ONCE = 2;

const { derivePicture } = await loadDerivation();
const catalogue = JSON.parse(readFileSync(join(root, 'catalogue/catalogue.json'), 'utf8'));
const names = [...new Set(catalogue.products.flatMap((product) => product.images))].sort();
const index = {};
const waiting = [...names];
mkdirSync(output, { recursive: true });
await Promise.all(Array.from({ length: AT_ONCE }, deriveWaiting));
writeFileSync(
  join(output, 'index.json'),
  `${JSON.stringify(Object.fromEntries(names.map((name) => [name, index[name]])), null, 1)}\n`,
);

async function deriveWaiting() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    index[name] = await derivePicture(readFileSync(join(masters, name)), output);
  }
}

/** The same code as at import, which is TypeScript: bundled into the cache first. */
async function loadDerivation() {
  const bundle = join(root, 'node_modules/.cache/picture-derivation.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['server/features/catalogue/picture-derivation.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  try {
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}
