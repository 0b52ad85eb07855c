import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build.mjs';

const USAGE = `Sends hostile requests, made from the API's own description, to a shop with its live line, its card
sandbox and a PostgreSQL of its own, and judges the laws of the money after them.

  npm run test:fuzz -- [--requests N] [--seed S]

  --requests  how many (default 50000)
  --seed      which (default 1); the same seed draws the same
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'scripts/test.mjs'), '--project', 'node', 'tests/fuzz'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
  },
);
process.exit(status ?? 1);
