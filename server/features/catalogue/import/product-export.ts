import { formatCsv } from '../../../lib/csv.ts';
import { exportProduct } from '../product-operator.ts';
import type { ProductRecord } from '../product-record.ts';
import { flattenUnits } from './import-file.ts';
import { PRODUCT_COLUMNS, writeProductCell } from './product-csv.ts';

/** Products as a table that `product import` takes back unchanged. */
export function exportCsv(products: readonly ProductRecord[]): string {
  const rows = products.map((product) => {
    const fields = flattenUnits(exportProduct(product));
    return PRODUCT_COLUMNS.map((column) => writeProductCell(column, fields[column]));
  });
  return formatCsv([PRODUCT_COLUMNS, ...rows]);
}
