import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nameMutant, readAllowed } from './allowed.mjs';
import { findMutants } from './find-mutants.mjs';
import { findSqlMutants } from './find-sql-mutants.mjs';
import { isSqlFile } from './sql-template.mjs';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'shop-allowed-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a listed change is found again when lines come and go above it', () => {
  const source = 'const mark = a || `b`;\n';
  const [mutant] = findMutants('src/x.ts', source);
  const [later] = findMutants('src/x.ts', `let z;\n${source}`);
  const words = nameMutant(mutant, source);
  writeFileSync(join(folder, 'list.md'), `# Listed\n\n- ${words}: nobody reads it\n`);

  expect(words).toBe('`src/x.ts`: `` const mark = a || `b`; `` → `` const mark = (a && `b`); ``');
  expect(readAllowed(join(folder, 'list.md')).get(nameMutant(later, `let z;\n${source}`))).toBe(
    'nobody reads it',
  );
});

it('every change that the list lets pass can still be made', () => {
  const list = join(root, 'docs/mutants.md');
  const listed = readFileSync(list, 'utf8').split('\n## Listed\n')[1].trim().split('\n');
  const known = [...readAllowed(list).keys()];
  expect(known, 'a line that is no entry, or stands twice').toHaveLength(listed.length);
  const changes = new Map();
  const stale = known.filter((words) => {
    const [, path] = words.match(/^`([^`]+)`/);
    if (!changes.has(path)) changes.set(path, nameAll(path));
    return !changes.get(path).has(words);
  });
  expect(stale, 'correct or remove in docs/mutants.md').toEqual([]);
});

function nameAll(path) {
  if (!existsSync(join(root, path))) return new Set();
  const source = readFileSync(join(root, path), 'utf8');
  const find = isSqlFile(path) ? findSqlMutants : findMutants;
  return new Set(find(path, source).map((mutant) => nameMutant(mutant, source)));
}
