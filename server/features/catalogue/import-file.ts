import { readTable } from '../../lib/csv-table.ts';
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
