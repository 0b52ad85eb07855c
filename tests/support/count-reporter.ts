import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed` as the very last line, so that a log's end alone says how the run went. Above it stands
 * the name of each thing that failed: a test, a file that did not load, or an error that no test caught.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { passed, failures } = countRun(modules, errors);
    const lines = [...failures, `${passed} passed, ${failures.length} failed`];
    process.on('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }
}

/** @returns how many tests passed, and one line for each failure of the run. */
export function countRun(
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
