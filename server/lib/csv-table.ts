import { parseCsv } from './csv.ts';

type TableRow = { line: number; cells: string[]; problem?: string };

/**
 * Reads a CSV whose first line names columns, `key` always among them.
 *
 * @returns the line of names, then the rows; one with another number of cells has its `problem`.
 * @throws {Error} for columns that nobody knows: a misspelt one would be ignored in silence.
 */
export function readTable(
  text: string,
  key: string,
  columns: readonly string[],
  thing: string,
): [TableRow, ...TableRow[]] {
  if (text.includes('\uFFFD')) throw new Error('The file is not UTF-8. Save it as "CSV UTF-8".');
  const [head, ...rows] = parseCsv(text);
  if (!head) throw new Error('The file is empty.');
  if (!head.cells.includes(key)) {
    throw new Error(`The first line must name the columns; "${key}" is missing.`);
  }
  const unknown = head.cells.filter((name) => !columns.includes(name));
  if (unknown.length > 0) {
    const named = unknown.map((name) => name || '(without a name)').join(', ');
    throw new Error(`Unknown columns: ${named}. A ${thing} has the columns ${columns.join(', ')}.`);
  }
  const twice = head.cells.find((name, index) => head.cells.indexOf(name) !== index);
  if (twice) throw new Error(`The column ${twice} stands twice.`);
  const width = head.cells.length;
  const checked = rows.map((row) =>
    row.cells.length === width
      ? row
      : { ...row, problem: `has ${countOf(row.cells.length, 'cell')}, the first line has ${width}` },
  );
  return [head, ...checked];
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** @returns the text itself when it says neither yes nor no. */
export function readTruth(cell: string): unknown {
  if (/^(1|true|yes)$/i.test(cell)) return true;
  return /^(0|false|no)$/i.test(cell) ? false : cell;
}
