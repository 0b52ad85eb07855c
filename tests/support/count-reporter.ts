import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

const PROGRESS_EVERY_MS = 15_000;

/**
 * Prints every 15 s how far the run is: `120 of 301 files, 1,204 passed, 0 failed, 6 min`. It counts files, because
 * the number of tests in a file is known only when the file starts.
 *
 * Prints `N passed, N failed` as the last line, so that a log's end shows the result. The lines above it name each
 * failure: a test, a file that did not load, or an error that no test caught.
 */
export default class CountReporter implements Reporter {
  #vitest: Vitest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #progress: Progress = { files: 0, ofFiles: 0, passed: 0, failed: 0 };

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const startedAtMs = performance.now();
    this.#progress = { files: 0, ofFiles: specifications.length, passed: 0, failed: 0 };
    this.#timer = setInterval(() => {
      this.#vitest?.logger.log(describeProgress(this.#progress, performance.now() - startedAtMs));
    }, PROGRESS_EVERY_MS);
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed' || state === 'failed') this.#progress[state] += 1;
  }

  onTestModuleEnd(): void {
    this.#progress.files += 1;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    clearInterval(this.#timer);
    const { passed, failures } = countTestRun(modules, errors);
    const lines = [...failures, `${passed} passed, ${failures.length} failed`];
    process.on('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }
}

interface Progress {
  files: number;
  ofFiles: number;
  /** Count of tests. */
  passed: number;
  failed: number;
}

function describeProgress({ files, ofFiles, passed, failed }: Progress, ms: number): string {
  const number = (value: number) => value.toLocaleString('en');
  const minutes = Math.floor(ms / 60_000);
  const time = minutes === 0 ? `${Math.floor(ms / 1000)} s` : `${minutes} min`;
  return `${files} of ${ofFiles} files, ${number(passed)} passed, ${number(failed)} failed, ${time}`;
}

/** @returns the number of passed tests, and one line for each failure. */
export function countTestRun(
  modules: readonly TestModule[],
  errors: readonly SerializedError[],
): { passed: number; failures: string[] } {
  let passed = 0;
  const failures: string[] = [];
  for (const module of modules) {
    for (const error of module.errors()) failures.push(`failed: ${module.moduleId}: ${firstLine(error)}`);
    for (const test of module.children.allTests()) {
      const state = test.result().state;
      if (state === 'passed') passed += 1;
      if (state === 'failed') failures.push(`failed: ${module.moduleId} > ${test.fullName}`);
    }
  }
  for (const error of errors) failures.push(`failed outside of a test: ${firstLine(error)}`);
  return { passed, failures };
}

function firstLine(error: SerializedError): string {
  const [line] = `${error.name ?? 'Error'}: ${error.message}`.split('\n');
  const place = error.stack?.split('\n').find((step) => step.trimStart().startsWith('at '));
  return place ? `${line} ${place.trim()}` : `${line}`;
}
