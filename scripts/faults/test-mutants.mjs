import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../build.mjs';
import { findMutants } from './find-mutants.mjs';
import { runTestsWithEachFault } from './project-copy.mjs';

const USAGE = `Changes one limit, condition or statement at a time in a copy, and sees whether a test of it fails.

  npm run test:mutants -- [PATH…] [--seed S] [--runs N] [--list]

  PATH    only sources whose path begins so, for example server/features/payments
  --seed  which changes (default: by the day); the same seed draws the same from the same sources
  --runs  how many (default 20)
  --list  names the changes and runs nothing

scripts/faults/accepted-mutants.txt lists changes that may survive, with the reason. Any other survivor ends with exit code 1.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    runs: { type: 'string', default: '20' },
    ...{ list: { type: 'boolean' }, help: { type: 'boolean' } },
  },
});
if (values.help) process.stdout.write(USAGE);
else if (values.list) for (const { name } of drawMutants()) console.log(`- ${name}`);
else process.exit((await testMutants()) > 0 ? 1 : 0);

/** @returns the number of mutants that no test detects, without those listed as harmless. */
async function testMutants() {
  const drawn = drawMutants();
  const listed = readFileSync(join(projectRoot, 'scripts/faults/accepted-mutants.txt'), 'utf8');
  const entries = listed.matchAll(/^- (`[^`]+`: (`+) .+? \2 → (`+) .+? \3): (\S.*)$/gm);
  const reasons = new Map([...entries].map(([, name, , , reason]) => [name, reason]));
  const findNotice = (mutant, folder) => findFailure(mutant, folder) ?? reasonOf(mutant);
  const reasonOf = ({ name }) => (reasons.has(name) ? `listed: ${reasons.get(name)}` : null);
  const survived = await runTestsWithEachFault(projectRoot, drawn, findNotice, ({ name }, notice) =>
    console.log(`- ${name}\n    ${notice ?? 'SURVIVED'}`),
  );
  console.log(`${drawn.length} changes, seed ${values.seed}: ${survived} survived`);
  return survived;
}

/** Selects the requested number of mutants at random; the same seed selects the same ones. */
function drawMutants() {
  const all = ['contract', 'src', 'server']
    .flatMap((room) =>
      readdirSync(join(projectRoot, room), { recursive: true }).map((name) => `${room}/${name}`),
    )
    .filter((path) => /\/sql\/\w+\.sql$|\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .filter((path) => positionals.length === 0 || positionals.some((wanted) => path.startsWith(wanted)))
    .sort()
    .flatMap((path) => findMutants(path, readFileSync(join(projectRoot, path), 'utf8')));
  let state = Number(values.seed) >>> 0;
  const chosen = [];
  while (chosen.length < Number(values.runs) && all.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...all.splice(Math.floor((state / 2 ** 32) * all.length), 1));
  }
  return chosen;
}

/** Runs a source's quick tests first, then its database tests. @returns the first failure, or null. */
function findFailure({ file: path }, folder) {
  const related = (...projects) => ['related', path, ...projects.map((name) => `--project=${name}`)];
  // SQL mutants run all tests of money and API, because imports do not show who uses a database function.
  const ofSql = [['run', '--project', 'node', 'tests/money', 'tests/api']];
  for (const words of path.endsWith('.sql') ? ofSql : [related('rules', 'dom'), related('node')]) {
    const vitest = [join(folder, 'node_modules/vitest/vitest.mjs'), ...words];
    const options = ['--run', '--bail', '1', '--passWithNoTests', '--reporter', 'dot'];
    const env = { ...process.env, NO_COLOR: '1' };
    const run = { cwd: folder, env, encoding: 'utf8' };
    const { status, stderr } = spawnSync(process.execPath, [...vitest, ...options], run);
    if (status !== 0) return `caught by ${/FAIL\s+(.*)/.exec(stderr)?.[1] ?? 'a run that did not end well'}`;
  }
  return null;
}
