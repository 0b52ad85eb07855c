import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAndCheckDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const permissions = (path: string) => statSync(path).mode & 0o777;

test('a missing data folder is made, and nobody else may list it', () => {
  const made = createAndCheckDataFolder(join(folder, 'a', 'b'));
  expect(made).toBe(join(folder, 'a', 'b'));
  expect(permissions(made)).toBe(0o711);
});

test('a folder keeps its permissions; for root the database’s own user may also walk through it', () => {
  chmodSync(folder, 0o740);
  createAndCheckDataFolder(folder);
  expect(permissions(folder)).toBe(process.getuid?.() === 0 ? 0o751 : 0o740);
});

test('what is no folder is refused in one sentence', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => createAndCheckDataFolder(file)).toThrow(`DATA_DIR ${file} cannot be used: `);
});
