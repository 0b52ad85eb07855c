import { expect, test } from 'vitest';
import { formatCsv, parseCsv } from './csv.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

test('quoted fields hold commas, quotes and line breaks, and lines are counted', () => {
  const text = '\uFEFFslug,title\r\nrice,"Rice, ""long"" grain\nparboiled"\r\n\r\ngarri,Garri\n';
  expect(parseCsv(text)).toEqual([
    { line: 1, cells: ['slug', 'title'] },
    { line: 2, cells: ['rice', 'Rice, "long" grain\nparboiled'] },
    { line: 5, cells: ['garri', 'Garri'] },
  ]);
});

test('an open quote is reported by the line on which it begins', () => {
  expect(() => parseCsv('slug\n"rice')).toThrow('line 2');
  expect(() => parseCsv('slug,title,category\nrice,"long\ngrain","Grains\nsalt,Salt,Spices\n')).toThrow(
    'line 3',
  );
});

test.each([
  ['a semicolon', 'slug;price\nrice;"4;5"\n'],
  ['a tab', 'slug\tprice\nrice\t4;5\n'],
  ['the sign of the line sep=', 'sep=;\r\nslug;price\r\nrice;"4;5"\r\n'],
  ['the sign of that line in quotes', '\uFEFF"sep=;";;\nslug;price\nrice;"4;5"\n'],
  ['a semicolon below empty lines', '\n;\nslug;price\nrice;"4;5"\n'],
  ['most signs of its line', 'slug;price\nrice;"4;5"\n'],
])('%s parts the cells where the first line has it', (_, text) => {
  expect(cellsOf(text)).toEqual([
    ['slug', 'price'],
    ['rice', '4;5'],
  ]);
});

test('a line sep= is counted', () => {
  expect(parseCsv('sep=,\nslug\nrice\n')).toEqual([
    { line: 2, cells: ['slug'] },
    { line: 3, cells: ['rice'] },
  ]);
});

test('blanks around a quoted cell are dropped, and what follows its quote is reported', () => {
  expect(cellsOf('slug, title ,price\nrice,\u00a0"Rice, long" , 5\n')[1]).toEqual([
    'rice',
    'Rice, long',
    '5',
  ]);
  const rows = parseCsv('slug,title\na,Pipe 5" wide\nb,"Pipe" 5 inch\nc,"Pipe ""5"""\n');
  expect(rows.map(({ brokenCell }) => brokenCell)).toEqual([undefined, undefined, 1, undefined]);
  expect(rows[1]?.cells[1]).toBe('Pipe 5" wide');
});

test('what is written is read back, and no cell begins as a formula', () => {
  const rows = [['a', '=1+1', '-2', '-2+1', "'@x", "''", "'plain", 'b"c', 'd;e', 'f\tg', 'h\ni', '', 'j,k']];
  const text = formatCsv(rows);
  expect(text).toBe('\uFEFFa,\'=1+1,-2,\'-2+1,\'\'@x,\'\',\'plain,"b""c","d;e","f\tg","h\ni",,"j,k"\n');
  expect(parseCsv(text)).toEqual([{ line: 1, cells: rows[0] }]);
});
