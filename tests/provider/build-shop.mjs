import { rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, stop } from 'esbuild';
import { getServerBuildOptions } from '../../scripts/build/bundle-server.mjs';

const root = join(import.meta.dirname, '../..');

/** Builds the shop beside its own build, with other lines where the card provider is chosen. */
export default async function setup() {
  const outdir = join(root, 'dist-server/wordpay');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    ...getServerBuildOptions(root),
    outdir,
    plugins: [
      {
        name: 'other provider',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/chosen-(provider|simulator)\.ts$/ }, ({ path }) => ({
            path: join(import.meta.dirname, basename(path)),
          })),
      },
    ],
  });
  await stop();
  for (const sql of ['functions', 'migrations']) symlinkSync(`../${sql}`, join(outdir, sql));
}
