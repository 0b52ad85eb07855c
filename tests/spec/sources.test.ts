import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ROOMS = ['contract', 'sandbox', 'server', 'src', 'sw', 'tests', 'bench', 'scripts'];

/** A section that a comment cites as its reason, as in "offline.md sections 4 and 5". */
interface Citation {
  from: string;
  document: string;
  sections: string[];
}

/** What the comments of one file name after their `@source`. */
function citationsOf(from: string, text: string): Citation[] {
  return [...text.matchAll(/@source (.*)/g)].flatMap(([, words = '']) =>
    [...words.matchAll(/\b(spec|[\w-]+\.md)\b(?: (?:sections? )?(\d[\d.]*(?:(?:, | and )\d[\d.]*)*))?/g)].map(
      ([, name = '', numbers = '']) => ({
        from,
        document: name === 'spec' ? 'specification.md' : name,
        sections: [...numbers.matchAll(/(\d+)(?:\.\d+)?/g)].map(([, section = '']) => section),
      }),
    ),
  );
}

const citations = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs|css|sql)$/.test(name))
    .map((name) => join(room, name))
    .filter((path) => path !== 'tests/spec/sources.test.ts')
    .flatMap((path) => citationsOf(path, readFileSync(join(ROOT, path), 'utf8'))),
);

test('a citation is read with its document and sections', () => {
  expect(citationsOf('a.ts', '@source spec sections 3, 4 and 9, offline.md 11.2 (Lock order)')).toEqual([
    { from: 'a.ts', document: 'specification.md', sections: ['3', '4', '9'] },
    { from: 'a.ts', document: 'offline.md', sections: ['11'] },
  ]);
});

test('every document and section that the code gives as its reason is in docs', () => {
  const documents = new Map(
    ['docs/decisions', 'docs'].flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => [name, readFileSync(join(ROOT, folder, name), 'utf8')] as const),
    ),
  );
  expect(citations.length).toBeGreaterThan(100);
  const missing = citations.filter(({ document, sections }) => {
    const text = documents.get(document);
    return !text || sections.some((section) => !text.includes(`\n## ${section}. `));
  });
  expect(missing).toEqual([]);
});

test('every link of a document leads to a file', () => {
  const broken = ['.', 'docs', 'docs/decisions', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) =>
        [...readFileSync(join(ROOT, folder, name), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
          .filter(([, target = '']) => !existsSync(join(ROOT, folder, target)))
          .map(([, target]) => `${folder}/${name}: ${target}`),
      ),
  );
  expect(broken).toEqual([]);
});

test.each(['contract', 'sandbox', 'scripts', 'server', 'src', 'sw'])(
  'no folder of %s holds more than 20 files side by side',
  (room) => {
    // Migrations can only become more, and the demo's pictures are data.
    const isExempt = (folder: string) => /(db\/migrations|catalogue\/pictures)$/.test(folder);
    const folders = readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !isExempt(entry.parentPath))
      .map(({ parentPath }) => parentPath);
    expect(folders.length).toBeGreaterThan(5);
    const full = [...new Set(folders)].filter(
      (folder) => folders.filter((one) => one === folder).length > 20,
    );
    expect(full).toEqual([]);
  },
);
