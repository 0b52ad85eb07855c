import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, root } from './build.mjs';

// The browser tests run the production build: make sure it is the one of these sources.
try {
  await build();
} catch (error) {
  console.error(`The tests need a build, and it failed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
// The matrix of faults and any number of random runs have a command of their own: `npm run test:faults`.
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
