import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildProject, projectRoot } from './build.mjs';

// Browser tests use the production build, which must match the sources.
try {
  await buildProject();
} catch (error) {
  console.error(`The tests need a build, and it failed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
// `npm run test:all` also runs slow test files and cases. `npm run test:faults` runs the tests of network faults.
const given = process.argv.slice(2);
const isAll = given.includes('--all');
const options = given.filter((option) => option !== '--all');
const projects = ['rules', 'node', 'phone', 'dom', 'browser'];
if (isAll) projects.push('provider', 'random', 'engines');
if (!options.includes('--project')) options.unshift(...projects.map((name) => `--project=${name}`));
const words = [join(projectRoot, 'node_modules/vitest/vitest.mjs'), 'run', ...options];
const env = { ...process.env, ...(isAll && { ALL_TESTS: '1' }) };
const vitest = spawn(process.execPath, words, { cwd: projectRoot, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal));
vitest.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
