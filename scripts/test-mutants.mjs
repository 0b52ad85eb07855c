import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build.mjs';
import { nameMutant, readAllowed } from './mutants/allowed.mjs';
import { chooseMutants } from './mutants/choose-mutants.mjs';
import { judgeMutants } from './mutants/judge-mutants.mjs';
import { copyProject } from './mutants/project-copy.mjs';

const USAGE = `Changes texts, limits, conditions and statements one at a time, in a copy, and sees whether a test notices.

  npm run test:mutants -- [--seed S] [--runs N] [--only K] [--sql] [--tests P] [--fast] [--list]

  --seed  which changes (default: by the day); the same seed draws the same from the same sources
  --runs  how many (default 100)
  --only  the number of one of them, to play it again
  --sql   only the functions of the database
  --tests only the test files whose path begins with P (tests/money, say)
  --fast  without the tests of the built shop and the browser; what they would have caught counts as survived
  --list  names the changes and runs nothing

docs/mutants.md lists the changes that may survive, with the reason. Any other survivor ends with exit code 1.
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    runs: { type: 'string', default: '100' },
    only: { type: 'string' },
    sql: { type: 'boolean', default: false },
    tests: { type: 'string', default: '' },
    fast: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
// All is read from the copy, so that the sources may change while it runs.
const copy = copyProject(root);
process.on('exit', copy.remove);
const draw = { seed: Number(values.seed), runs: Number(values.runs), isSqlOnly: values.sql };
const mutants = chooseMutants(copy.folder, draw)
  .map((mutant, index) => ({ ...mutant, number: index + 1, words: nameMutant(mutant, sourceOf(mutant)) }))
  .filter(({ number }) => !values.only || number === Number(values.only));
console.log(`${mutants.length} changes, seed ${values.seed}`);
for (const mutant of values.list ? mutants : []) console.log(describe(mutant));
process.exit(values.list || (await run()) ? 0 : 1);

/** True when every change was caught or is listed. */
async function run() {
  const startedAt = performance.now();
  const allowed = readAllowed(join(copy.folder, 'docs/mutants.md'));
  const counts = { caught: 0, refused: 0, listed: 0, survived: 0 };
  const options = { isFast: values.fast, tests: values.tests, isListed: ({ words }) => allowed.has(words) };
  await judgeMutants(copy, mutants, options, (mutant, { state, by }) => {
    counts[state] += 1;
    const why = state === 'listed' ? allowed.get(mutant.words) : by;
    console.log(`${describe(mutant)}\n    ${state}${why ? `: ${why}` : ''}`);
  });
  const { caught, refused, listed, survived } = counts;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(0);
  console.log(
    `${caught} caught by tests, ${refused} by the compiler, ${listed} listed, ${survived} survived; ${minutes} min`,
  );
  return survived === 0;
}

function describe({ number, kind, path, line, words }) {
  return `${number}. ${kind} ${path}:${line}\n    - ${words}`;
}

function sourceOf({ path }) {
  return readFileSync(join(copy.folder, path), 'utf8');
}
