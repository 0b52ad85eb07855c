import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTestTitles } from '../support/test-titles.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** The requirements of levels 1 and 2 by section, numbered as in OWASP ASVS 5.0.0. */
const IDS = `
1.1: 1-2
1.2: 1-9
1.3: 1-11
1.4: 1-3
1.5: 1-2
2.1: 1-3
2.2: 1-3
2.3: 1-4
2.4: 1
3.2: 1-2
3.3: 1-4
3.4: 1-6
3.5: 1-5
3.7: 1-2
4.1: 1-3
4.2: 1
4.3: 1-2
4.4: 1-4
5.1: 1
5.2: 1-3
5.3: 1-2
5.4: 1-3
6.1: 1-3
6.2: 1-12
6.3: 1-4
6.4: 1-4
6.5: 1-5
6.6: 1-3
6.8: 1-4
7.1: 1-3
7.2: 1-4
7.3: 1-2
7.4: 1-5
7.5: 1-2
7.6: 1-2
8.1: 1-2
8.2: 1-3
8.3: 1
8.4: 1
9.1: 1-3
9.2: 1-4
10.1: 1-2
10.2: 1-2
10.3: 1-4
10.4: 1-11
10.5: 1-5
10.6: 1-2
10.7: 1-3
11.1: 1-2
11.2: 1-3
11.3: 1-3
11.4: 1-4
11.5: 1
11.6: 1
12.1: 1-3
12.2: 1-2
12.3: 1-4
13.1: 1
13.2: 1-5
13.3: 1-2
13.4: 1-5
14.1: 1-2
14.2: 1-4
14.3: 1-3
15.1: 1-3
15.2: 1-3
15.3: 1-7
16.1: 1
16.2: 1-5
16.3: 1-4
16.4: 1-3
16.5: 1-3
17.1: 1
17.2: 1-4
17.3: 1-2
`;

const known = IDS.trim()
  .split('\n')
  .flatMap((line) => {
    const [section, numbers = ''] = line.split(': ');
    return numbers.split(' ').flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`);
    });
  });

interface Row {
  ids: string[];
  held: string;
  shown: string;
}

const rows: Row[] = PAGE.split('\n## ').flatMap((part) =>
  [...part.matchAll(/^\| (\d[\d., –]*) \| (.+) \|$/gm)].map(([, ids = '', rest = '']) => {
    const [, held = '', shown = ''] = cellsOf(part, rest);
    return { ids: ids.split(', ').flatMap(expand), held, shown };
  }),
);

/** Adds the column "Held" where a heading stands for it: met or not applicable. */
function cellsOf(part: string, rest: string): string[] {
  const cells = rest.split(' | ');
  if (part.startsWith('Met\n')) cells.splice(1, 0, 'yes');
  if (part.startsWith('Not applicable\n')) cells.splice(1, 0, '–');
  expect(cells).toHaveLength(3);
  return cells;
}

/** Expands a range such as `1.2.6–1.2.8`. */
function expand(ids: string): string[] {
  const [first = '', last = first] = ids.split('–');
  return known.slice(known.indexOf(first), known.indexOf(last) + 1);
}

test('every requirement is answered once', () => {
  expect(known).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids)).toEqual(expect.arrayContaining(known));
  expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(known.toSorted());
});

test('an answer is yes, partly or no with what is missing, or that there is no such thing', () => {
  const odd = rows.filter(({ held }) => !/^(yes|–|partly: .+|no(:| for) .+)$/.test(held));
  expect(odd).toEqual([]);
});

const isTest = (file: string) => /\.(test|spec)\.[a-z]+$/.test(file);
const named = rows.flatMap(({ ids, shown }) =>
  [...shown.matchAll(/`([\w./-]+\.\w+)`(?: "([^"]+)")?/g)].map(([, file = '', words]) => ({
    ids,
    file,
    words,
  })),
);

test('a row names a file that is there, or says why there is none', () => {
  const silent = rows.filter(({ held, shown }) => held !== '–' && !/`|^below|^it never/.test(shown));
  expect(silent).toEqual([]);
  expect(named.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('each test that shows something is named by words of its own, and only tests are quoted', () => {
  expect(named.filter(({ file, words }) => isTest(file) !== (words !== undefined))).toEqual([]);
});

test('a test of that name is declared in its file, and is passed over by nobody', () => {
  const unknown = named.filter(({ file, words }) => {
    if (words === undefined) return false;
    return !listTestTitles(file, readFileSync(join(ROOT, file), 'utf8')).some((title) =>
      title.includes(words),
    );
  });
  expect(unknown).toEqual([]);
});

test('words in a comment, in a test that is passed over, or in the middle of a test are the name of none', () => {
  const source = `// test('a comment', () => {});
    test.skip('passed over', () => {}); it.todo('not written'); test.skipIf(isSlow)('passed over at times', () => {});
    describe.skip('a part', () => { test('inside it', () => {}); });
    test.each([['a row', 1]])('takes %s', () => { expect('in the middle').toBe('a value'); });
    it(\`counts \${n} times\`, () => {});`;
  expect(listTestTitles('some.test.ts', source)).toEqual(['takes %s', 'a row', 'counts ', ' times']);
});
