import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const RUNNER = file('../../node_modules/vitest/vitest.mjs');
const REPORTER = file('./count-reporter.ts');

/** A run of its own over these test files. */
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
