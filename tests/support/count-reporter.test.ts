import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestCase, TestSpecification, Vitest } from 'vitest/node';
import CountReporter from './count-reporter.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const RUNNER = file('../../node_modules/vitest/vitest.mjs');
const REPORTER = file('./count-reporter.ts');

/** Runs these test files with a runner and reporter of their own. @returns the lines of the output. */
async function run(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'ajora-run-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
    const options = ['run', '--globals', '--no-color', '--root', root, '--reporter', REPORTER];
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [RUNNER, ...options], (_, out) => resolve(out));
    });
    return output.trimEnd().split('\n');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

test('the last line counts what failed, and the lines before it name each of them', async () => {
  const lines = await run({
    'shop.test.js': `
      test('opens', () => {});
      test('sells', () => { throw new Error('sold out'); });
      test('closes', async () => {
        setTimeout(() => { throw new ReferenceError('document is not defined'); });
        await new Promise((resolve) => setTimeout(resolve, 50));
      });`,
    'broken.test.js': `throw new SyntaxError('no test at all');`,
  });
  expect(lines.at(-1)).toBe('2 passed, 3 failed');
  const named = lines.slice(-4, -1).sort();
  expect(named).toEqual([
    expect.stringMatching(
      /^failed outside of a test: ReferenceError: document is not defined at .*shop\.test\.js:5/,
    ),
    expect.stringMatching(/^failed: .*broken\.test\.js: SyntaxError: no test at all/),
    expect.stringMatching(/^failed: .*shop\.test\.js > sells$/),
  ]);
});

test('a run without failures ends with its count alone', async () => {
  const lines = await run({ 'shop.test.js': `test('opens', () => {});` });
  expect(lines.at(-1)).toBe('1 passed, 0 failed');
  expect(lines.filter((line) => line.startsWith('failed'))).toEqual([]);
});

test('while the tests run, a line every 15 s says how far they are', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const reporter = new CountReporter();
  reporter.onInit({ logger: { log: (line: string) => lines.push(line) } } as unknown as Vitest);
  reporter.onTestRunStart(Array.from({ length: 301 }, () => ({}) as TestSpecification));
  const ends = (state: string) => reporter.onTestCaseResult({ result: () => ({ state }) } as TestCase);

  vi.advanceTimersByTime(15_000);
  for (let count = 0; count < 1_204; count += 1) ends('passed');
  ends('failed');
  ends('skipped');
  reporter.onTestModuleEnd();
  vi.advanceTimersByTime(6 * 60_000);

  expect(lines[0]).toBe('0 of 301 files, 0 passed, 0 failed, 15 s');
  expect(lines).toHaveLength(25);
  expect(lines.at(-1)).toBe('1 of 301 files, 1,204 passed, 1 failed, 6 min');
});
