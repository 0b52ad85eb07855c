import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Checks what no compiler reads: links that lead nowhere, and settings that no page names. */

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');

const pages = filesOf('*.md').filter((path) => !/specification/.test(path));

it('every link between documents leads to a file', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(ROOT, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('every file of the project that a page names is there', () => {
  const files = new Set(filesOf());
  const isThere = (path: string) => files.has(path) || [...files].some((file) => file.startsWith(`${path}/`));
  const gone = pages.flatMap((page) =>
    [
      ...read(page).matchAll(
        /`((?:bench|contract|deploy|docs|sandbox|scripts|server|src|sw|tests)\/[\w./-]+)`/g,
      ),
    ]
      .map(([, path = '']) => path.replace(/\/$/, ''))
      .filter((path) => !isThere(path) && !path.includes('NNNN'))
      .map((path) => `${page}: ${path}`),
  );
  expect(gone).toEqual([]);
});

it('every page of docs is linked from the README or another page', () => {
  const linked = new Set(
    pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s#]+)/g)].map(([, target = '']) => join(dirname(page), target)),
    ),
  );
  const alone = pages.filter((page) => /^docs\/.*\.md$/.test(page) && !linked.has(page));
  expect(alone).toEqual([]);
});

/** Reads the folders of the tree, each with its line; the last part of a folder may be `*`. */
function foldersOfTree(page: string): Set<string> {
  const [, tree = ''] = /## Folders[\s\S]*?```\n([\s\S]*?)```/.exec(page) ?? [];
  const above: string[] = [];
  const folders = tree.split('\n').flatMap((line) => {
    const [, indent, name] = /^( *)(\S+)\/( |$)/.exec(line) ?? [];
    if (indent === undefined || name === undefined) return [];
    above.splice(indent.length / 2, above.length, name);
    return [above.join('/')];
  });
  return new Set(folders);
}

it('docs/architecture.md has every folder in its tree, and none that is gone', () => {
  const described = foldersOfTree(read('docs/architecture.md'));
  const present = new Set(
    filesOf()
      .map((path) => dirname(path))
      .flatMap((folder) => folder.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/')))
      .filter((folder) => folder !== '.')
      .map((folder) => (described.has(`${dirname(folder)}/*`) ? `${dirname(folder)}/*` : folder)),
  );
  expect(present.size).toBeGreaterThan(100);
  expect([...present].filter((folder) => !described.has(folder))).toEqual([]);
  expect([...described].filter((folder) => !present.has(folder))).toEqual([]);
});

it('a table written by hand has at most five columns, with cells of at most 20 words', () => {
  const isOther = /docs\/(api|limits|spec-coverage|tables)\.md$|LICENSES\.md$/;
  const wide = pages
    .filter((page) => !isOther.test(page))
    .flatMap((page) =>
      read(page)
        .replaceAll(/<!-- drawn[\s\S]*?<!-- end -->/g, '')
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .map((line) => ({ page, line, cells: line.split(/(?<!\\)\|/).slice(1, -1) }))
        // Quoted code, such as the name of a file or test, counts as one word.
        .filter(({ cells }) => cells.length > 5 || cells.some((cell) => wordsOf(cell) > 20))
        .map(({ line }) => `${page}: ${line}`),
    );
  expect(wide).toEqual([]);
});

function wordsOf(cell: string): number {
  return cell
    .replaceAll(/`[^`]+`(?: "[^"]+")?/g, 'name')
    .split(/\s+/)
    .filter(Boolean).length;
}

it('every setting that the server reads stands in docs/configuration.md', () => {
  const page = read('docs/configuration.md');
  const names = filesOf('server/config/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(path).matchAll(/env\.\w+\(\s*'([A-Z_]+)'/g)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('the README is short enough to be read', () => {
  const text = read('README.md');
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(500);
  expect(text.split('\n').length).toBeLessThanOrEqual(80);
});
