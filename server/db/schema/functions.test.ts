import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getSqlFunctionFolders } from '../migration-files.ts';
import { SQL_FUNCTION_SET_VERSION } from './function-set.ts';
import { readSqlFunctions } from './functions.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'functions-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function file(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}
const read = () => readSqlFunctions([join(root, 'one'), join(root, 'two')]);
const define = (name: string) =>
  `-- Why it is.\ncreate or replace function ${name}() returns integer\nlanguage sql as $$\n  select 1\n$$;\n`;

/** With `SQL_NUMBER=write` (`npm run sql:number`) this test writes the new number and checksum instead. */
test('functions that changed have a number of their own, by which releases are told apart', async () => {
  const { checksum } = await readSqlFunctions(getSqlFunctionFolders());
  if (process.env.SQL_NUMBER === 'write' && checksum !== SQL_FUNCTION_SET_VERSION.checksum) {
    const path = new URL('function-set.ts', import.meta.url);
    const [head] = readFileSync(path, 'utf8').split('export const');
    writeFileSync(
      path,
      `${head}export const SQL_FUNCTION_SET_VERSION = {\n  number: ${SQL_FUNCTION_SET_VERSION.number + 1},\n  checksum: '${checksum}',\n};\n`,
    );
    return;
  }
  expect(SQL_FUNCTION_SET_VERSION.checksum, 'a function changed: npm run sql:number').toBe(checksum);
});

test('functions of all folders are one whole, in the order of their names, however a checkout ends its lines', async () => {
  file('one/b.sql', define('b'));
  file('two/a.sql', define('a'));
  const { checksum, functions } = await read();
  expect(functions.map(({ name }) => name)).toEqual(['a', 'b']);
  file('two/a.sql', define('a').replaceAll('\n', '\r\n'));
  expect((await read()).checksum).toBe(checksum);
  file('two/a.sql', define('a').replace('select 1', 'select 2'));
  expect((await read()).checksum).not.toBe(checksum);
});

test('a function that two features define is refused', async () => {
  file('one/a.sql', define('a'));
  file('two/a.sql', define('a'));
  await expect(read()).rejects.toThrow('a.sql: a function is defined once');
});

test.each([
  ['another function', define('b')],
  ['a second function', define('a') + define('b')],
  ['a function that replaces none', define('a').replace('or replace ', '')],
  ['a statement before it', `drop function b();\n${define('a')}`],
  ['a statement after it', `${define('a')}drop function b();\n`],
  [
    'a body that is tied to tables',
    'create or replace function a() returns integer\nlanguage sql\nreturn 1;\n',
  ],
  ['nothing', ''],
])('a file that holds %s is refused', async (_, text) => {
  file('one/a.sql', text);
  file('two/c.sql', define('c'));
  await expect(read()).rejects.toThrow('a.sql: it holds "create or replace function a(');
});
