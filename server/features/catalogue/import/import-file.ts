import { formatCsv } from '../../../lib/csv.ts';
import { isTableName, readTable } from '../../../lib/csv-table.ts';
import { readJsonList } from '../../../lib/json-list.ts';
import { exportProduct } from '../product-operator.ts';
import type { ProductRecord } from '../product-record.ts';
import { PRODUCT_COLUMNS, readProductCell, writeProductCell } from './product-csv.ts';

/** One product as a file names it, not yet checked. */
export interface RawProduct {
  /** Line of a CSV, or place in a JSON list, from 1. */
  row: number;
  /** Only what the file speaks of; `null`: it says that there is nothing. */
  fields: Record<string, unknown>;
  /** What is wrong with the row before its values are looked at. */
  problems?: { field: string; message: string }[];
}

/** @throws {Error} when the file is not readable at all. */
export function readImportFile(name: string, text: string): RawProduct[] {
  if (isTableName(name)) return readCsvProducts(text);
  return readJsonList(text, 'products').map((row) => ({ ...row, fields: flattenUnits(row.fields) }));
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
  return readTable(text, 'slug', PRODUCT_COLUMNS, 'product').map(({ line, cells, problems }) => ({
    row: line,
    problems,
    fields: Object.fromEntries(
      Object.entries(cells).map(([name, cell]) => [name, readProductCell(name, cell)]),
    ),
  }));
}

/** Products as a table that `product import` takes back unchanged. */
export function exportCsv(products: readonly ProductRecord[]): string {
  const rows = products.map((product) => {
    const fields = flattenUnits(exportProduct(product));
    return PRODUCT_COLUMNS.map((column) => writeProductCell(column, fields[column]));
  });
  return formatCsv([PRODUCT_COLUMNS, ...rows]);
}
