import { expect, test } from 'vitest';
import { formatCsv, parseCsv } from './csv.ts';

test('quoted fields hold commas, quotes and line breaks, and lines are counted', () => {
  const text = '\uFEFFslug,title\r\nrice,"Rice, ""long"" grain\nparboiled"\r\n\r\ngarri,Garri\n';
  expect(parseCsv(text)).toEqual([
    { line: 1, cells: ['slug', 'title'] },
    { line: 2, cells: ['rice', 'Rice, "long" grain\nparboiled'] },
    { line: 5, cells: ['garri', 'Garri'] },
  ]);
});

test('an open quote is refused', () => {
  expect(() => parseCsv('slug\n"rice')).toThrow('line 2');
});

test.each([
  ['a semicolon', 'slug;price\nrice;"4;5"\n'],
  ['a tab', 'slug\tprice\nrice\t4;5\n'],
])('%s parts the cells where the first line has it', (_, text) => {
  expect(parseCsv(text).map(({ cells }) => cells)).toEqual([
    ['slug', 'price'],
    ['rice', '4;5'],
  ]);
});

test('what is written is read back, and no cell begins as a formula', () => {
  const rows = [['a', '=1+1', '-2', '-2+1', "'@x", "''", "'plain", 'b"c', 'd;e', 'f\tg', 'h\ni', '', 'j,k']];
  const text = formatCsv(rows);
  expect(text).toBe('\uFEFFa,\'=1+1,-2,\'-2+1,\'\'@x,\'\',\'plain,"b""c","d;e","f\tg","h\ni",,"j,k"\n');
  expect(parseCsv(text)).toEqual([{ line: 1, cells: rows[0] }]);
});
