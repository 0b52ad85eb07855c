import { foldColumnName } from '../../../../lib/csv-table.ts';

/** A row of another shop's table; cells by folded column name. */
export interface OtherShopRow {
  line: number;
  cells: Readonly<Record<string, string>>;
}

export type OtherShopOption = readonly [name: string, value: string];

/** A product of another shop, with the rows of its variants. A product without variants is its own only variant. */
export interface OtherShopProduct {
  head: OtherShopRow;
  variants: readonly OtherShopRow[];
  /** More rows of the product, which hold only pictures. */
  others?: readonly OtherShopRow[];
}

type MappedField = 'slug' | 'title' | 'description' | 'category' | 'images' | 'price' | 'basePrice';

/** Says how one system's product table is read. Columns are named as the system writes them. */
export interface OtherShop {
  name: string;
  /** Columns that occur together in no other system's file. Inner lists are names of the same column in releases. */
  signs: readonly (readonly string[])[];
  /** The columns of each field; the first one with text counts, and every one of `images`. */
  columns: Readonly<Record<MappedField, readonly string[]>>;
  /** Columns that decide about a product or its variants, besides those of fields. */
  used: readonly string[];
  imageSeparator: string;
  /** @param refuse reports a row that belongs to no product. */
  groupRows(
    rows: readonly OtherShopRow[],
    refuse: (row: OtherShopRow, column: string, message: string) => void,
  ): OtherShopProduct[];
  listOptions(product: OtherShopProduct, row: OtherShopRow): OtherShopOption[];
  isOnSale(row: OtherShopRow): boolean;
  /** @returns the column and the reason why the product cannot be sold here; null: it can. */
  findExclusion?(row: OtherShopRow): { column: string; message: string } | null;
  readCategory(text: string): string;
  /** Further specifications, of a column that holds more than the category. */
  listSpecifications?(row: OtherShopRow): OtherShopOption[];
}

/** @returns the cell's text; empty when the file has no such column. */
export function readCell(row: OtherShopRow, column: string): string {
  return row.cells[foldColumnName(column)] ?? '';
}

export function readFirstFilledCell(
  row: OtherShopRow,
  columns: readonly string[],
): { column: string; text: string } {
  const column = columns.find((one) => readCell(row, one) !== '') ?? columns[0] ?? '';
  return { column, text: readCell(row, column) };
}

/** Puts rows of one product together that name it in every row; they may stand apart. */
export function groupRowsByProduct(
  rows: readonly OtherShopRow[],
  columns: readonly string[],
  isVariant: (row: OtherShopRow) => boolean,
): OtherShopProduct[] {
  const products = new Map<string, OtherShopRow[]>();
  for (const row of rows) {
    const { text } = readFirstFilledCell(row, columns);
    products.set(text, [...(products.get(text) ?? []), row]);
  }
  return [...products.values()].map((own) => {
    const head = own[0] as OtherShopRow;
    const variants = own.filter((row) => row === head || isVariant(row));
    return { head, variants, others: own.filter((row) => !variants.includes(row)) };
  });
}

/** Reads options from numbered pairs of columns. A later row may leave out the names, which its product's first row has. */
export function listNumberedOptions(
  head: OtherShopRow,
  row: OtherShopRow,
  nameColumns: (number: number) => string,
  valueColumns: (number: number) => string,
): OtherShopOption[] {
  const options: OtherShopOption[] = [];
  for (let number = 1; foldColumnName(valueColumns(number)) in row.cells; number += 1) {
    const name = readCell(row, nameColumns(number)) || readCell(head, nameColumns(number));
    const value = readCell(row, valueColumns(number));
    if (name !== '' && value !== '') options.push([name, value]);
  }
  return options;
}

/** @returns the last level of `Food > Grains > Rice`. */
export function readLastCategoryLevel(path: string): string {
  return path.split('>').at(-1)?.trim() ?? '';
}
