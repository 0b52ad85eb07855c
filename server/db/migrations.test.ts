import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMigrations } from './migrations.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(name: string, sql: string): Promise<string[]> {
  await writeFile(join(folder, `${name}.sql`), sql);
  return (await readMigrations(folder)).map((migration) => migration.name);
}

test.each([
  ['0011_index', 'create index a on orders (total_kobo);\n', 'the index of orders is built concurrently'],
  ['0011_index', 'create unique index a on orders (id);\n', 'the index of orders is built concurrently'],
  [
    '0011_index',
    'create index concurrently a on orders (id);\nalter table orders add column b int;\n',
    'has a migration of its own',
  ],
])('refuses an index for which everybody would wait: %s %j', async (name, sql, words) => {
  await expect(read(name, sql)).rejects.toThrow(words);
});

test.each([
  ['of a new table', '0011_table', 'create table a (\n  b int\n);\ncreate index a_b on a (b);\n'],
  [
    'of a new table without a log',
    '0011_table',
    'create unlogged table a (b int);\ncreate index a_b on a (b);\n',
  ],
  ['built beside those who write', '0011_index', '-- Why.\ncreate index concurrently a on orders (id);\n'],
])('takes an index %s', async (_what, name, sql) => {
  expect(await read(name, sql)).toEqual([name]);
});
