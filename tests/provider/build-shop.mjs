import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { serverBuildOptions } from '../../scripts/bundle-server.mjs';

const root = join(import.meta.dirname, '../..');

/** Builds the shop as it is but for the line that chooses its card provider, beside the shop's own build. */
export default async function setup() {
  const outdir = join(root, 'dist-server/wordpay');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    ...serverBuildOptions(root),
    outdir,
    plugins: [
      {
        name: 'other provider',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/chosen-provider\.ts$/ }, () => ({
            path: join(import.meta.dirname, 'chosen-provider.ts'),
          })),
      },
    ],
  });
  await stop();
  for (const sql of ['functions', 'migrations']) symlinkSync(`../${sql}`, join(outdir, sql));
}
