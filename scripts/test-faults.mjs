import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build.mjs';
import { copyProject } from './project-copy.mjs';
import { SABOTAGES } from './sabotages.mjs';

const USAGE = `Breaks the line under the built app: the whole matrix, then seeded random runs.

  npm run test:faults -- [--runs N] [--seed S] [--only matrix|matrix-account|pay-on-a-bad-line|random|special] [--cells NAME]
  npm run test:faults -- --sabotage [--cells NAME]

  --runs  how many random runs (default 200); --runs 1 --seed S plays one again
  --seed  the first run's seed (default 1); the others follow it
  --cells only what has this in its name, a regular expression: 'Reload.*Cart'
  --sabotage  breaks one promise at a time in a copy, and shows that a cell turns red
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    cells: { type: 'string' },
    sabotage: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (values.sabotage) process.exit((await testSabotages(values.cells)) > 0 ? 1 : 0);
const files = values.only ? [`tests/faults/${values.only}`] : ['tests/faults'];
// Four files share the seeds: with fewer than four runs some of them would be without a test.
const played = Array.from({ length: Number(values.runs) }, (_, index) => (Number(values.seed) + index) % 4);
const idle = [0, 1, 2, 3]
  .filter((quarter) => !played.includes(quarter))
  .map((quarter) => `tests/faults/random/seeds-${quarter}-of-4.spec.ts`);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'scripts/test.mjs'),
    '--project',
    'faults',
    '--project',
    'random',
    ...files,
    ...idle.flatMap((file) => ['--exclude', file]),
    ...(values.cells ? ['-t', values.cells] : []),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FAULT_RUNS: values.runs, FAULT_SEED: values.seed } },
);
process.exit(status ?? 1);

/** Breaks one promise at a time in a copy. @returns the number of those whose cell did not turn red. */
async function testSabotages(filter = '') {
  const copy = copyProject(root);
  const report = join(copy.folder, 'sabotage-report.json');
  let unnoticed = 0;
  for (const { name, edits, cell } of SABOTAGES.filter((one) => new RegExp(filter).test(one.name))) {
    await copy.withEdits(edits, () => {
      rmSync(report, { force: true });
      const words = [
        '--project',
        'faults',
        `tests/faults/${cell.file}.spec.ts`,
        '-t',
        cell.name.replace(/[/()]/g, '.'),
      ];
      spawnSync(
        process.execPath,
        ['scripts/test.mjs', ...words, '--reporter=json', `--outputFile=${report}`],
        { cwd: copy.folder, stdio: ['ignore', 'ignore', 'inherit'] },
      );
    });
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    if (numPassedTests + numFailedTests !== 1) throw new Error(`${name}: ${cell.name} is not one cell`);
    if (numFailedTests === 0) unnoticed += 1;
    console.log(`${numFailedTests === 0 ? 'NOT NOTICED' : 'noticed'}: ${name}\n  by ${cell.name}`);
    const [failure] = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .flatMap((one) => one.failureMessages);
    if (failure) console.log(`  ${failure.split('\n')[0]}`);
  }
  return unnoticed;
}
