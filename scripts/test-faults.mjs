import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build.mjs';
import { testSabotages } from './test-sabotages.mjs';

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
if (values.sabotage) process.exit(testSabotages(values.cells) > 0 ? 1 : 0);
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
