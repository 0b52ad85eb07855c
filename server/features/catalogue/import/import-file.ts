import { formatCsv } from '../../../lib/csv.ts';
import { isCsvFileName, readTable } from '../../../lib/csv-table.ts';
import { readJsonList } from '../../../lib/json-list.ts';
import { exportProduct } from '../product-operator.ts';
import type { ProductRecord } from '../product-record.ts';
import { PRODUCT_COLUMNS, readProductCell, writeProductCell } from './product-csv.ts';

export interface RawProduct {
  /** Line of a CSV, or index in a JSON list, from 1. */
  row: number;
  /** Only fields present in the file; `null`: explicitly empty. */
  fields: Record<string, unknown>;
  /** Problems of the row itself, found before its values. */
  problems?: { field: string; message: string }[];
}

/** @throws {Error} when the file is unreadable. */
export function readImportFile(name: string, text: string): RawProduct[] {
  if (isCsvFileName(name)) return readCsvProducts(text);
  return readJsonList(text, 'products').map((row) => ({ ...row, fields: flattenUnits(row.fields) }));
}

/** Splits `sellingUnitsData` of the API and of an export into the two fields of a CSV. */
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

/** CSV columns have the names of the JSON fields. */
function readCsvProducts(text: string): RawProduct[] {
  return readTable(text, 'slug', PRODUCT_COLUMNS, 'product').map(({ line, cells, problems }) => ({
    row: line,
    problems,
    fields: Object.fromEntries(
      Object.entries(cells).map(([name, cell]) => [name, readProductCell(name, cell)]),
    ),
  }));
}

/** The resulting table can be imported with `product import` unchanged. */
export function exportCsv(products: readonly ProductRecord[]): string {
  const rows = products.map((product) => {
    const fields = flattenUnits(exportProduct(product));
    return PRODUCT_COLUMNS.map((column) => writeProductCell(column, fields[column]));
  });
  return formatCsv([PRODUCT_COLUMNS, ...rows]);
}
