import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

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
