import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build.mjs';
import { findMutants } from './find-mutants.mjs';
import { copyProject } from './project-copy.mjs';

const USAGE = `Changes one limit, condition or statement at a time in a copy, and sees whether a test of it fails.

  npm run test:mutants -- [PATH…] [--seed S] [--runs N] [--list]

  PATH    only sources whose path begins so, for example server/features/payments
  --seed  which changes (default: by the day); the same seed draws the same from the same sources
  --runs  how many (default 20)
  --list  names the changes and runs nothing

scripts/accepted-mutants.txt lists changes that may survive, with the reason. Any other survivor ends with exit code 1.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    runs: { type: 'string', default: '20' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const drawn = drawMutants();
if (values.list) {
  for (const { words } of drawn) console.log(`- ${words}`);
  process.exit(0);
}
const copy = copyProject(root);
const reasons = new Map(
  [
    ...readFileSync(join(root, 'scripts/accepted-mutants.txt'), 'utf8').matchAll(
      /^- (`[^`]+`: (`+) .+? \2 → (`+) .+? \3): (\S.*)$/gm,
    ),
  ].map(([, words, , , reason]) => [words, reason]),
);
let survived = 0;
for (const mutant of drawn) {
  const failed = findFailure(mutant);
  const reason = reasons.get(mutant.words);
  if (!failed && !reason) survived += 1;
  console.log(
    `- ${mutant.words}\n    ${failed ? `caught by ${failed}` : reason ? `listed: ${reason}` : 'SURVIVED'}`,
  );
}
console.log(`${drawn.length} changes, seed ${values.seed}: ${survived} survived`);
process.exit(survived > 0 ? 1 : 0);

/** As many as are asked for, of all that can be made, drawn by the seed. */
function drawMutants() {
  const sources = ['contract', 'src', 'server']
    .flatMap((room) => readdirSync(join(root, room), { recursive: true }).map((name) => `${room}/${name}`))
    .filter(
      (path) => /\/sql\/\w+\.sql$/.test(path) || (/\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path)),
    )
    .filter((path) => positionals.length === 0 || positionals.some((wanted) => path.startsWith(wanted)))
    .sort();
  const all = sources.flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));
  let state = Number(values.seed) >>> 0;
  const chosen = [];
  while (chosen.length < Number(values.runs) && all.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...all.splice(Math.floor((state / 2 ** 32) * all.length), 1));
  }
  return chosen;
}

/** The quick tests of a source first, then those with a database. @returns the first that fails. */
function findFailure({ path, start, end, after }) {
  const file = join(copy.folder, path);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.slice(0, start) + after + source.slice(end));
  try {
    // No import leads to a function of the database.
    const runs = path.endsWith('.sql')
      ? [['run', '--project', 'node', 'tests/money', 'tests/api']]
      : [['rules', 'dom'], ['node']].map((names) => [
          'related',
          path,
          ...names.flatMap((name) => ['--project', name]),
        ]);
    for (const words of runs) {
      const vitest = [join(copy.folder, 'node_modules/vitest/vitest.mjs'), ...words];
      const options = ['--run', '--bail', '1', '--passWithNoTests', '--reporter', 'dot'];
      const { status, stderr } = spawnSync(process.execPath, [...vitest, ...options], {
        cwd: copy.folder,
        env: { ...process.env, NO_COLOR: '1' },
        encoding: 'utf8',
      });
      if (status !== 0) return /FAIL\s+(.*)/.exec(stderr)?.[1] ?? 'a run that did not end well';
    }
    return null;
  } finally {
    writeFileSync(file, source);
  }
}
