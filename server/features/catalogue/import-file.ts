import { parseCsv } from './csv.ts';
import { PRODUCT_COLUMNS, readProductCell } from './product-csv.ts';

/** One product as a file names it, not yet checked. */
export interface RawProduct {
  /** Line of a CSV, or place in a JSON list, from 1. */
  row: number;
  /** Only what the file speaks of; `null`: it says that there is nothing. */
  fields: Record<string, unknown>;
  /** What is wrong with the row as a whole. */
  problem?: string;
}

/** @throws {Error} when the file is not readable at all. */
export function readImportFile(name: string, text: string): RawProduct[] {
  if (/\.csv$/i.test(name)) return readCsvProducts(text);
  if (/\.json$/i.test(name)) return readJsonProducts(text);
  throw new Error('The file must end in .csv or .json.');
}

function readJsonProducts(text: string): RawProduct[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`The file is no JSON: ${(error as Error).message}`);
  }
  const list = Array.isArray(parsed) ? parsed : (parsed as { products?: unknown } | null)?.products;
  if (!Array.isArray(list)) throw new Error('The file holds neither a list nor {"products": [...]}.');
  return list.map((product, index) => ({
    row: index + 1,
    fields: typeof product === 'object' && product !== null ? flattenUnits(product) : {},
  }));
}

/** `sellingUnitsData` of the API and of an export becomes the two fields that a CSV has. */
export function flattenUnits(product: object): Record<string, unknown> {
  const { sellingUnitsData, ...fields } = product as Record<string, unknown>;
  const units = sellingUnitsData as
    | { enabled?: boolean; baseUnitName?: string; options?: unknown }
    | null
    | undefined;
  if (!units) return fields;
  return {
    ...fields,
    ...('baseUnitName' in units ? { baseUnitName: units.baseUnitName } : {}),
    sellingUnits: units.enabled === false ? [] : units.options,
  };
}

/** Columns are named as the fields of JSON. */
function readCsvProducts(text: string): RawProduct[] {
  const [names, ...rows] = readTable(text, 'slug', PRODUCT_COLUMNS, 'product');
  return rows.map(({ line, cells, ...rest }) => ({
    ...rest,
    row: line,
    fields: Object.fromEntries(
      names.cells.map((name, index) => [name, readProductCell(name, cells[index] ?? '')]),
    ),
  }));
}

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
