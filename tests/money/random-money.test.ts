import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findMissedBranches } from './random/rare-branches.ts';

const COMMAND = join(import.meta.dirname, '../../scripts/faults/test-money.mjs');

/**
 * A short run of `npm run test:money`. At the first broken invariant the command ends with exit code 1, which throws
 * here.
 */
it('keeps every invariant while a whole shop is used at random and killed', {
  timeout: 600_000,
}, async () => {
  const words = ['--runs', '1', '--seed', '7', '--ops', '250', '--kills', '1', '--stretch', '125'];
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...words]);
  const [, operations = '0'] = /^(\d+) operations, 1 seeds/m.exec(stdout) ?? [];
  expect(Number(operations)).toBeGreaterThanOrEqual(250);
  expect(stdout).toMatch(/kinds: order [1-9]/);
});

it('fails a long run, and only a long one, for each rare branch that never happened', () => {
  const rare = { 'a member leaves': 0, 'a member takes less': 3 };
  expect(findMissedBranches(rare, 20_000)).toEqual(['a member leaves']);
  expect(findMissedBranches(rare, 19_999)).toEqual([]);
});
