import { normalizeColumnName } from '../../../../lib/csv-table.ts';

/**
 * A row of another shop system's product table. The keys of `cells` are column names normalised by
 * `normalizeColumnName`.
 */
export interface ShopPlatformRow {
  line: number;
  cells: Readonly<Record<string, string>>;
}

export type ShopPlatformVariantOption = readonly [name: string, value: string];

/**
 * A product of another shop system, with the rows of its variants. A product without variants is its own only variant.
 */
export interface ShopPlatformProduct {
  head: ShopPlatformRow;
  variants: readonly ShopPlatformRow[];
  /** Further rows of the product, which contain only images and are not variants. */
  others?: readonly ShopPlatformRow[];
}

type MappedField =
  | ('slug' | 'title' | 'description' | 'category' | 'images')
  | ('price' | 'basePrice' | 'supplier' | 'cost');

/** Describes how to read the product table that one shop system exports. Column names are written as in the export. */
export interface ShopPlatform {
  name: string;
  /**
   * Columns by which a file of this shop system is recognised; all must be present. An inner list has one column's
   * names in different releases of the system.
   */
  signs: readonly (readonly string[])[];
  /** The source columns of each product field. The first column with text is used; for `images` all of them are. */
  columns: Readonly<Record<MappedField, readonly string[]>>;
  /**
   * Further columns that are read to decide whether a row is imported and what its variants are. They fill no product
   * field.
   */
  used: readonly string[];
  imageSeparator: string;
  /** Groups rows by product. @param refuse reports a row that belongs to no product. */
  groupRows(
    rows: readonly ShopPlatformRow[],
    refuse: (row: ShopPlatformRow, column: string, message: string) => void,
  ): ShopPlatformProduct[];
  listOptions(product: ShopPlatformProduct, row: ShopPlatformRow): ShopPlatformVariantOption[];
  isOnSale(row: ShopPlatformRow): boolean;
  /** @returns the reason why this shop cannot sell the product, with the column that shows it; null: it can be sold. */
  findExclusion?(row: ShopPlatformRow): { column: string; message: string } | null;
  readCategory(text: string): string;
  /** Reads a product's specifications from the column that contains its category and tags. */
  listSpecifications?(row: ShopPlatformRow): ShopPlatformVariantOption[];
}

/** @returns the cell's text; empty when the file has no such column. */
export function readCell(row: ShopPlatformRow, column: string): string {
  return row.cells[normalizeColumnName(column)] ?? '';
}

export function readFirstFilledCell(
  row: ShopPlatformRow,
  columns: readonly string[],
): { column: string; text: string } {
  const column = columns.find((one) => readCell(row, one) !== '') ?? columns[0] ?? '';
  return { column, text: readCell(row, column) };
}

/** Groups rows that name their product in every row. The rows of one product need not follow each other. */
export function groupRowsByProduct(
  rows: readonly ShopPlatformRow[],
  columns: readonly string[],
  isVariant: (row: ShopPlatformRow) => boolean,
): ShopPlatformProduct[] {
  const products = new Map<string, ShopPlatformRow[]>();
  for (const row of rows) {
    const { text } = readFirstFilledCell(row, columns);
    products.set(text, [...(products.get(text) ?? []), row]);
  }
  return [...products.values()].map((own) => {
    const head = own[0] as ShopPlatformRow;
    const variants = own.filter((row) => row === head || isVariant(row));
    return { head, variants, others: own.filter((row) => !variants.includes(row)) };
  });
}

/** Reads options from numbered column pairs of name and value. Only the product's first row must have the names. */
export function readVariantOptionsFromColumns(
  head: ShopPlatformRow,
  row: ShopPlatformRow,
  nameColumns: (number: number) => string,
  valueColumns: (number: number) => string,
): ShopPlatformVariantOption[] {
  const options: ShopPlatformVariantOption[] = [];
  for (let number = 1; normalizeColumnName(valueColumns(number)) in row.cells; number += 1) {
    const name = readCell(row, nameColumns(number)) || readCell(head, nameColumns(number));
    const value = readCell(row, valueColumns(number));
    if (name !== '' && value !== '') options.push([name, value]);
  }
  return options;
}

/** @returns the last level of a category path: `Rice` for `Food > Grains > Rice`. */
export function getLastCategoryLevel(path: string): string {
  return path.split('>').at(-1)?.trim() ?? '';
}
