import { type CsvRow, parseCsv } from './csv.ts';
import { requireUtf8 } from './json-list.ts';

/** Cells of a row by column name; absent cells have no entry. */
export interface CsvTableRow {
  line: number;
  cells: Record<string, string>;
  problems: { field: string; message: string }[];
}

const SHOWN_NAMES = 12;

/**
 * Reads a CSV text whose first line names its columns, always including `key`.
 * @throws {Error} for unknown columns, because a misspelt column would be silently ignored.
 */
export function parseCsvTable(
  text: string,
  key: string,
  columns: readonly string[],
  thing: string,
): CsvTableRow[] {
  const [head, ...rows] = parseCsvWithHeader(text);
  const known = new Map(columns.map((column) => [normalizeColumnName(column), column]));
  const names = head.cells.map((cell) => known.get(normalizeColumnName(cell)) ?? cell);
  const needed = `A ${thing} has the columns ${columns.join(', ')}.`;
  if (!names.includes(key)) {
    const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
    const found = names.slice(0, SHOWN_NAMES).join(', ');
    const parted = names.length > 1 ? '' : ' Cells are separated by commas, semicolons or tabs.';
    throw new Error(
      `The first line must name the columns; "${key}" is missing. It has: ${found}${more}.${parted} ${needed}`,
    );
  }
  const unknown = names.filter((name) => name !== '' && !columns.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown columns: ${unknown.join(', ')}. ${needed}`);
  return toCsvTableRows(names, rows);
}

/**
 * Parses a CSV text that has a first line with column names.
 * @throws {Error} for an empty file or an unknown encoding.
 */
export function parseCsvWithHeader(text: string): [head: CsvRow, ...rows: CsvRow[]] {
  requireUtf8(text, 'CSV UTF-8');
  const [head, ...rows] = parseCsv(text);
  if (!head) throw new Error('The file is empty.');
  return [head, ...rows];
}

/**
 * Assigns the cells of each CSV row to their column names.
 * @throws {Error} when a column appears twice, because one of its cells would be lost.
 */
export function toCsvTableRows(columnNames: readonly string[], rows: readonly CsvRow[]): CsvTableRow[] {
  const twice = columnNames.find((name, index) => name !== '' && columnNames.indexOf(name) !== index);
  if (twice) throw new Error(`The column ${twice} appears twice.`);
  const width = columnNames.findLastIndex((name) => name !== '') + 1;
  return rows.map((row) => readRow(row, columnNames, width));
}

function readRow({ line, cells, brokenCell }: CsvRow, names: readonly string[], width: number): CsvTableRow {
  const problems: CsvTableRow['problems'] = [];
  const count = cells.findLastIndex((cell) => cell !== '') + 1;
  const nameless = cells.findIndex((cell, index) => index < width && names[index] === '' && cell !== '');
  if (brokenCell !== undefined)
    problems.push({
      field: names[brokenCell] || 'row',
      message:
        'has text after a closing quote: put the whole cell in double quotes, and write each " inside it twice',
    });
  else if (count > width)
    problems.push({
      field: 'row',
      message: `has ${count} cells, the first line has ${width}: put double quotes around a cell that holds the separator`,
    });
  else if (nameless >= 0)
    problems.push({
      field: 'row',
      message: `has "${cells[nameless]}" in column ${nameless + 1}, which has no name in the first line: name the column or empty it`,
    });
  const named = cells.slice(0, width).map((cell, index): [string, string] => [names[index] ?? '', cell]);
  return { line, problems, cells: Object.fromEntries(named.filter(([name]) => name !== '')) };
}

/** Removes from a column's name what people spell differently: case, blanks, quotes, underscores and dashes. */
export function normalizeColumnName(name: string): string {
  return name.toLowerCase().replace(/[\s"'_\p{Cf}-]/gu, '');
}

/** @returns true for a CSV file and false for a JSON file, by the file's name. @throws {Error} when it is neither. */
export function isCsvFileName(fileName: string): boolean {
  const [, ending] = /\.(csv|json)$/i.exec(fileName) ?? [];
  if (!ending) throw new Error('The file must end in .csv or .json.');
  return ending.toLowerCase() === 'csv';
}

/** Parses a cell that means yes or no. @returns a boolean, or the text itself when it means neither. */
export function parseBooleanCell(cell: string): boolean | string {
  if (/^(1|true|yes)$/i.test(cell)) return true;
  return /^(0|false|no)$/i.test(cell) ? false : cell;
}
