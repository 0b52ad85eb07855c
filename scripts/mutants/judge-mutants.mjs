import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiles } from './compiles.mjs';
import { loadedBy, readImportGraph } from './import-graph.mjs';
import { planTests, probeEdits, SETUP_FILE, SETUP_SOURCE } from './reach.mjs';
import { addReachedFunction, isSqlFile, SQL_SETUP_FILE, SQL_SETUP_SOURCE } from './sql-template.mjs';
import { openTestBench } from './test-bench.mjs';

/** For a run of all tests on a busy machine. */
const WHOLE_MS = 60 * 60_000;

const asEdit = (mutant) => ({ ...mutant, text: mutant.after });

/**
 * Runs each mutant against the tests that could see it, soonest first, until one fails. What they let pass goes to
 * the compiler, then all that is left, but what is listed, to the tests of the built shop.
 *
 * @param isFast leaves out the tests of the built shop.
 * @param tests only the test files whose path begins so; '' is all.
 * @param isListed whether a mutant may survive.
 * @param report called once for each mutant with `{ state: 'caught' | 'refused' | 'listed' | 'survived', by }`.
 */
export async function judgeMutants(copy, mutants, { isFast, tests, isListed }, report) {
  copy.add(SETUP_FILE, SETUP_SOURCE);
  copy.add(SQL_SETUP_FILE, SQL_SETUP_SOURCE);
  const functions = mutants.filter(({ path }) => isSqlFile(path));
  if (functions.length > 0) addReachedFunction(copy, functions[0].path);
  const imports = readImportGraph(copy.folder);
  const bench = await openTestBench(copy.folder, (project) =>
    [SETUP_FILE, ...(project === 'node' ? [SQL_SETUP_FILE] : [])].map((name) => join(copy.folder, name)),
  );
  // The database of the tests is a process of its own and would stay.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => bench.close().finally(() => process.exit(130)));
  }
  try {
    const [built, unbuilt] = splitByBuild(copy.folder, imports, bench.files);
    // Who opens no database cannot see a function.
    const seesSome = (path) =>
      functions.length < mutants.length || loadedBy(imports, path).has('server/db/connection/connect.ts');
    const quick = unbuilt.filter((path) => path.startsWith(tests) && seesSome(path));
    const plans = await planOnProbes({ copy, mutants, bench, imports, quick });
    const unseen = [];
    for (const [index, mutant] of mutants.entries()) {
      const verdict = await judgeOne(copy, bench, mutant, plans[index]);
      if (verdict) report(mutant, verdict);
      else if (isListed(mutant)) report(mutant, { state: 'listed' });
      else if (isFast) report(mutant, { state: 'survived', by: `${plans[index].length} test files passed` });
      else unseen.push(mutant);
    }
    if (unseen.length > 0) await judgeBuilt({ copy, bench, built }, unseen, report);
  } finally {
    await bench.close();
  }
}

/** The tests that run the built shop, and the others. */
function splitByBuild(folder, imports, files) {
  const readsBuild = (path) =>
    /dist-server|dist\/|startShop|seedDemoShop/.test(readFileSync(join(folder, path), 'utf8'));
  const needsBuild = ({ path, project }) =>
    project === 'browser' ||
    [...loadedBy(imports, path)].some((each) => each.startsWith('tests/') && readsBuild(each));
  return [files.filter(needsBuild), files.filter((file) => !needsBuild(file))].map((list) =>
    list.map(({ path }) => path),
  );
}

async function planOnProbes({ copy, mutants, bench, imports, quick }) {
  const startedAt = performance.now();
  const edits = probeEdits(mutants);
  const changed = edits.map(({ path }) => path);
  copy.edit(edits);
  const options = { changed, isStrict: false, limitMs: WHOLE_MS };
  const { modules } = await bench.run(quick, options);
  const sound = modules.filter((module) => module.ok());
  const shaky = modules.filter((module) => !module.ok()).map((module) => bench.pathOf(module.moduleId));
  // Once more by themselves: a busy machine is no reason to do without their eyes.
  const second = shaky.length > 0 ? await bench.run(shaky, options) : { modules: [] };
  copy.restore(changed);
  for (const path of changed) bench.forget(path);
  for (const module of second.modules) {
    if (module.ok()) sound.push(module);
    // Such a file would find fault with every change.
    else console.log(`left out, fails unchanged: ${nameTest(bench.failureOf([module]))}`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${sound.length} test files say what they pass, ${seconds} s`);
  return planTests(copy.folder, mutants, sound, imports, bench.pathOf);
}

/** Null when the quick tests and the compiler let it pass. */
async function judgeOne(copy, bench, mutant, plan) {
  const paths = plan.map(({ path }) => path);
  copy.edit([asEdit(mutant)]);
  try {
    // A few at first: most mutants fall at once, and a run of many has begun several when the first fails.
    for (let from = 0, size = 2; from < paths.length; from += size, size *= 2) {
      const batch = paths.slice(from, from + size);
      const { refusal, failure } = await bench.run(batch, { changed: from === 0 ? [mutant.path] : [] });
      if (refusal) return { state: 'refused', by: refusal };
      if (failure) return { state: 'caught', by: nameTest(failure) };
    }
    const isRefused = !isSqlFile(mutant.path) && !compiles(copy.folder, mutant.path);
    return isRefused ? { state: 'refused', by: 'the compiler' } : null;
  } finally {
    copy.restore([mutant.path]);
    bench.forget(mutant.path);
  }
}

/** All at once: if no test fails none was seen. Else each half by itself. */
async function judgeBuilt({ copy, bench, built }, mutants, report) {
  const failure = await runBuilt({ copy, bench, built }, mutants);
  if (!failure) {
    for (const mutant of mutants) report(mutant, { state: 'survived' });
  } else if (mutants.length === 1) {
    report(mutants[0], { state: 'caught', by: nameTest(failure) });
  } else {
    const half = Math.ceil(mutants.length / 2);
    await judgeBuilt({ copy, bench, built }, mutants.slice(0, half), report);
    await judgeBuilt({ copy, bench, built }, mutants.slice(half), report);
  }
}

async function runBuilt({ copy, bench, built }, mutants) {
  const changed = mutants.map(({ path }) => path);
  copy.edit(mutants.map(asEdit));
  try {
    const refusal = copy.build();
    if (refusal) return { path: 'the build', name: refusal };
    const { failure } = await bench.run(built, { changed, limitMs: WHOLE_MS });
    return failure;
  } finally {
    copy.restore(changed);
    for (const path of changed) bench.forget(path);
  }
}

function nameTest({ path, name, message }) {
  return `${path} › ${name}${message ? `: ${message.slice(0, 140)}` : ''}`;
}
