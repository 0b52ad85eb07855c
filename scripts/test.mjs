import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, root } from './build.mjs';

// Browser tests use the production build, which must match the sources.
try {
  await build();
} catch (error) {
  console.error(`The tests need a build, and it failed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
// The fault matrix and longer random runs have their own command: `npm run test:faults`.
const options = process.argv.slice(2);
const projects = options.includes('--project')
  ? []
  : ['rules', 'node', 'provider', 'phone', 'dom', 'browser', 'random', 'engines'].flatMap((name) => [
      '--project',
      name,
    ]);
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects, ...options],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal));
vitest.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
