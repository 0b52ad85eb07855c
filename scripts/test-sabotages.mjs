import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './build.mjs';
import { SABOTAGES } from './sabotages.mjs';

const NOT_COPIED = new Set(['node_modules', '.git', '.data']);

/**
 * Proves that the cells can fail: builds the app with one promise broken at a time, in a copy, and plays the cell
 * that guards it.
 *
 * @param filter a regular expression: only sabotages whose name it matches.
 * @returns the number of those that no cell noticed.
 */
export function testSabotages(filter = '') {
  const copy = mkdtempSync(join(tmpdir(), 'shop-sabotage-'));
  try {
    cpSync(root, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const unnoticed = SABOTAGES.filter(({ name }) => new RegExp(filter).test(name)).filter(
      (sabotage) => !isNoticed(copy, sabotage),
    );
    for (const { name } of unnoticed) console.error(`not noticed: ${name}`);
    return unnoticed.length;
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isNoticed(copy, { name, edits, cell }) {
  const files = new Map(edits.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
  for (const { file, from, to } of edits) {
    const text = readFileSync(join(copy, file), 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${name}: its place in ${file} has moved`);
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
  }
  const report = join(copy, 'sabotage-report.json');
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      ...['scripts/test.mjs', '--project', 'faults', `tests/faults/${cell.file}.spec.ts`],
      ...['-t', cell.name.replace(/[/()]/g, '.'), '--reporter=json', `--outputFile=${report}`],
    ],
    { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  for (const [file, text] of files) writeFileSync(join(copy, file), text);
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (numPassedTests + numFailedTests !== 1) throw new Error(`${name}: ${cell.name} is not one cell`);
  const failure = testResults
    .flatMap((file) => file.assertionResults)
    .find(({ status: end }) => end === 'failed');
  console.log(`${status === 0 ? 'NOT NOTICED' : 'noticed'}: ${name}\n  by ${cell.name}`);
  if (failure) console.log(`  ${failure.failureMessages[0]?.split('\n')[0]}`);
  return numFailedTests === 1;
}
