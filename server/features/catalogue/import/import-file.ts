import { formatCsv } from '../../../lib/csv.ts';
import { isCsvFileName, parseCsvTable } from '../../../lib/csv-table.ts';
import { parseJsonList } from '../../../lib/json-list.ts';
import { type ProductWithSupplierAndCost, toProductImportFields } from '../product-operator.ts';
import { formatProductCsvCell, PRODUCT_CSV_COLUMNS, parseProductCsvCell } from './product-csv.ts';

export interface RawProductRow {
  /** Line number in a CSV file, or position in a JSON list counted from 1. */
  row: number;
  /** The product's fields as the file gives them. `null`: the file leaves the field empty on purpose. */
  fields: Record<string, unknown>;
  /** Syntax errors of the row, found before its values are checked. */
  problems?: { field: string; message: string }[];
  /** Default values for fields that the file lacks, used only if the row creates a product. */
  ifNew?: Record<string, unknown>;
}

/** Parses an import file, CSV or JSON by its name. @throws {Error} when the file cannot be parsed. */
export function parseProductImportFile(name: string, text: string): RawProductRow[] {
  if (isCsvFileName(name)) return readCsvProducts(text);
  return parseJsonList(text, 'products').map((row) => ({
    ...row,
    fields: splitSellingUnitsIntoCsvFields(row.fields),
  }));
}

/** Splits the API's field `sellingUnitsData` into two fields with the names of the CSV columns. */
export function splitSellingUnitsIntoCsvFields(product: object): Record<string, unknown> {
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

/** Reads products from a CSV file, whose columns have the names of the JSON fields. */
function readCsvProducts(text: string): RawProductRow[] {
  return parseCsvTable(text, 'slug', PRODUCT_CSV_COLUMNS, 'product').map(({ line, cells, problems }) => ({
    row: line,
    problems,
    fields: Object.fromEntries(
      Object.entries(cells).map(([name, cell]) => [name, parseProductCsvCell(name, cell)]),
    ),
  }));
}

/** Formats products as a table that `product import` accepts unchanged. */
export function formatProductsAsCsv(products: readonly ProductWithSupplierAndCost[]): string {
  const rows = products.map((product) => {
    const fields = splitSellingUnitsIntoCsvFields(toProductImportFields(product));
    return PRODUCT_CSV_COLUMNS.map((column) => formatProductCsvCell(column, fields[column]));
  });
  return formatCsv([PRODUCT_CSV_COLUMNS, ...rows]);
}
