import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { applyFunctions, isSqlFile } from './sql-template.mjs';

/** A test that takes longer never ends. */
const TEST_MS = 4 * 60_000;

/**
 * The tests of a copy of the project, kept warm from one change to the next: one runner, one database.
 *
 * @param setupFilesOf the files of the copy that every test file of a project loads first.
 */
export async function openTestBench(folder, setupFilesOf) {
  process.chdir(folder);
  const options = {
    root: folder,
    watch: false,
    reporters: [{}],
    project: ['rules', 'node', 'phone', 'dom', 'browser'],
    maxWorkers: availableParallelism(),
  };
  const vitest = await createVitest('test', options, { logLevel: 'silent', server: { watch: null } });
  for (const project of vitest.projects) {
    project.config.setupFiles.push(...setupFilesOf(project.name));
    // A slow machine finds no fault with a change.
    project.config.testTimeout = TEST_MS;
    project.config.hookTimeout = TEST_MS;
  }
  const specifications = await vitest.globTestSpecifications();
  const pathOf = (moduleId) => relative(folder, moduleId).replaceAll('\\', '/');

  const staleFunctions = new Set();
  const forget = (path) => {
    if (isSqlFile(path)) staleFunctions.add(path);
    else vitest.invalidateFile(`${folder}/${path}`);
  };
  /** What the tests were given by their database's setup. */
  const provided = () => Object.assign({}, ...vitest.projects.map((each) => each.getProvidedContext()));

  return {
    /** Every test file: path and project. */
    files: specifications.map((each) => ({ path: pathOf(each.moduleId), project: each.project.name })),
    /**
     * Runs test files on the sources as they are now.
     *
     * @param changed sources that are not what they were at the last run.
     * @param limitMs when to give up: a loop without end is a failure too.
     * @param isStrict stop at the first failure.
     * @returns `{ refusal, failure, modules }`: what the database has against a changed function, then nothing was run,
     * or null; the name of the first failed test, or null; and what vitest reports.
     */
    async run(paths, { changed, isStrict = true, limitMs = 2 * TEST_MS }) {
      for (const path of changed) forget(path);
      const stale = [...staleFunctions];
      staleFunctions.clear();
      const refusal = await applyFunctions(folder, stale, provided());
      if (refusal) return { refusal, failure: null, modules: [] };
      // A failure of the last change is not one of this.
      vitest.state.filesMap.clear();
      vitest.config.bail = isStrict ? 1 : 0;
      for (const project of vitest.projects) project.config.bail = isStrict ? 1 : 0;
      const chosen = specifications.filter((each) => paths.includes(pathOf(each.moduleId)));
      const run = vitest.runTestSpecifications(chosen);
      let isEndless = false;
      // The first call asks the tests to end, the second does not ask.
      const timers = [limitMs, limitMs + 5_000].map((ms) =>
        setTimeout(() => {
          isEndless = true;
          vitest.cancelCurrentRun('test-failure').catch(() => {});
        }, ms),
      );
      const { testModules } = await run;
      for (const timer of timers) clearTimeout(timer);
      process.exitCode = 0;
      const own = testModules.filter((module) => paths.includes(pathOf(module.moduleId)));
      const failure = firstFailure(own, pathOf);
      return {
        refusal: null,
        failure: failure ?? (isEndless ? { path: '', name: '(never ends)' } : null),
        modules: own,
      };
    },
    /** A source is not what it was. */
    forget,
    failureOf: (modules) => firstFailure(modules, pathOf),
    pathOf,
    close: () => vitest.close(),
  };
}

/** Errors outside of tests do not count: they come late, from a timer, and may belong to another change. */
function firstFailure(modules, pathOf) {
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      if (test.result().state !== 'failed') continue;
      return { path: pathOf(module.moduleId), name: test.fullName, message: firstLine(test.result().errors) };
    }
    if (module.errors().length > 0)
      return { path: pathOf(module.moduleId), name: '(does not load)', message: firstLine(module.errors()) };
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0)
        return { path: pathOf(module.moduleId), name: suite.fullName, message: firstLine(suite.errors()) };
    }
  }
  return null;
}

function firstLine(errors) {
  return String(errors?.[0]?.message ?? '').split('\n')[0];
}
