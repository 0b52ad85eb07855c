import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SEEDED_SHOPPER_FAULTS } from '../../tests/faults/seeded-faults.mjs';
import { projectRoot } from '../build.mjs';
import { runTestsWithEachFault } from './project-copy.mjs';

const USAGE = `Breaks the line under the built app: the whole matrix, then seeded random runs.

  npm run test:faults -- [--runs N] [--seed S] [--only matrix|matrix-account|pay-on-a-bad-line|random|special] [--cells NAME]
  npm run test:faults -- --sabotage [--cells NAME]

  --runs  how many random runs (default 200); --runs 1 --seed S plays one again
  --seed  the first run's seed (default 1); the others follow it
  --cells only what has this in its name, a regular expression: 'Reload.*Cart'
  --sabotage  breaks one promise at a time in a copy, and shows that a cell turns red
`;

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({
  options: {
    ...{ runs: text('200'), seed: text('1'), only: text(''), cells: text('') },
    ...{ sabotage: { type: 'boolean' }, help: { type: 'boolean' } },
  },
});
if (values.help) process.stdout.write(USAGE);
else process.exit(values.sabotage ? await testSabotages() : testCells());

function run(folder, words, options) {
  return spawnSync(process.execPath, ['scripts/test.mjs', '--project', 'faults', ...words], {
    cwd: folder,
    ...options,
  });
}

function testCells() {
  // Four test files share the seeds by their remainder modulo 4. A file without a seed has no test and would fail.
  const played = Array.from({ length: Number(values.runs) }, (_, index) => (Number(values.seed) + index) % 4);
  const idle = [0, 1, 2, 3].filter((quarter) => !played.includes(quarter));
  const words = [
    ...['--project', 'random', `tests/faults/${values.only}`],
    ...idle.flatMap((quarter) => ['--exclude', `tests/faults/random/seeds-${quarter}-of-4.spec.ts`]),
    ...(values.cells ? ['-t', values.cells] : []),
  ];
  const env = { ...process.env, FAULT_RUNS: values.runs, FAULT_SEED: values.seed };
  return run(projectRoot, words, { stdio: 'inherit', env }).status ?? 1;
}

/** @returns the number of faults whose test case did not fail. */
function testSabotages() {
  const wanted = SEEDED_SHOPPER_FAULTS.filter(({ name }) => new RegExp(values.cells).test(name));
  return runTestsWithEachFault(projectRoot, wanted, findFailure, ({ name, cell }, failure) =>
    console.log(
      `${failure === null ? 'NOT NOTICED' : 'noticed'}: ${name}\n  by ${cell[1]}\n  ${failure ?? ''}`,
    ),
  );
}

/** @returns the first line of the failure message, or null when the test case passes. */
function findFailure({ name, cell: [file, title] }, folder) {
  const report = join(folder, 'sabotage-report.json');
  rmSync(report, { force: true });
  const words = [`tests/faults/${file}.spec.ts`, '-t', title.replace(/[/()]/g, '.')];
  const written = ['--reporter=json', `--outputFile=${report}`];
  run(folder, [...words, ...written], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (numPassedTests + numFailedTests !== 1) throw new Error(`${name}: ${title} is not one cell`);
  if (numFailedTests === 0) return null;
  const [message = ''] = testResults.flatMap((file) =>
    file.assertionResults.flatMap((one) => one.failureMessages),
  );
  return message.split('\n')[0];
}
