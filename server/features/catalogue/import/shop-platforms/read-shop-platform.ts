import type { CsvRow } from '../../../../lib/csv.ts';
import { normalizeColumnName, parseCsvWithHeader, toCsvTableRows } from '../../../../lib/csv-table.ts';
import type { RawProductRow } from '../import-file.ts';
import type { ImportRowError } from '../import-rules.ts';
import { type ConvertedShopPlatformProduct, convertShopPlatformProduct } from './convert-product.ts';
import {
  createShopPlatformImportReport,
  type ShopPlatformColumnNote,
  type ShopPlatformImportReport,
} from './import-report.ts';
import {
  readCell,
  readFirstFilledCell,
  type ShopPlatform,
  type ShopPlatformProduct,
  type ShopPlatformRow,
} from './shop-platform.ts';
import { SHOP_PLATFORMS } from './shop-platforms.ts';

/** A product table of another shop system, converted to this shop's fields. */
export interface ShopPlatformTable {
  name: string;
  rows: RawProductRow[];
  /** Names of all image files in the table, from which the caller finds out which files the operator has sent. */
  pictureNames: string[];
  /** True: the table cannot be imported. */
  hasErrors(): boolean;
  /**
   * Combines the errors and notes about the table with the errors of the import.
   * @param errors errors of the import, which name this shop's fields.
   * @returns errors that name the table's columns, and the notes.
   */
  finish(errors: readonly ImportRowError[]): { errors: ImportRowError[]; notes: ShopPlatformColumnNote[] };
  /** Adds images to the products. An image without a file gets a note with its URL. */
  addPictures(known: ReadonlySet<string>): void;
}

/**
 * Reads a product table of another shop system.
 * @param groupSize minimum of a group, counted in selling units of the largest size.
 * @returns null when the columns belong to no known system.
 */
export function readShopPlatformTable(text: string, groupSize?: number): ShopPlatformTable | null {
  const [head, ...lines] = parseCsvWithHeader(text);
  // Vendure adds a text's language to the column name (`name:en`). It is removed, so that the column is recognised.
  const columns = head.cells.map((cell) => cell.replace(/:en$/i, ''));
  const folded = new Set(columns.map(normalizeColumnName));
  const has = (column: string) => folded.has(normalizeColumnName(column));
  const platform = SHOP_PLATFORMS.find(({ signs }) => signs.every((names) => names.some(has)));
  if (!platform) return null;
  const report = createShopPlatformImportReport();
  const rows = readRows(columns, lines, report);
  const sold = listSoldProducts(platform, rows, report);
  noteColumns(platform, columns, sold.flatMap(listRows), report);
  const products = hasPrices(platform, columns, report)
    ? sold.map((product) => convertShopPlatformProduct(platform, product, report))
    : [];
  const refused = new Set(report.errors.map(({ slug }) => slug));
  const read = products.filter(({ fields }) => !refused.has(String(fields.slug)));
  for (const row of read)
    if (groupSize !== undefined) row.ifNew = { minimumViableUnits: groupSize * row.largest };
  return {
    name: platform.name,
    rows: read,
    pictureNames: products.flatMap(({ pictures }) => pictures.map(({ name }) => name)),
    addPictures: (known) => addPictures(products, known, report),
    hasErrors: () => report.errors.length > 0,
    finish: (errors) => ({
      errors: [...report.errors, ...renameErrors(platform, columns, errors, groupSize !== undefined)].sort(
        (one, other) => one.row - other.row,
      ),
      notes: report.listNotes(columns),
    }),
  };
}

function readRows(
  columns: readonly string[],
  lines: readonly CsvRow[],
  report: ShopPlatformImportReport,
): ShopPlatformRow[] {
  return toCsvTableRows(columns, lines).map(({ line, cells, problems }) => {
    for (const problem of problems) report.errors.push({ row: line, slug: null, ...problem });
    const byFolded = Object.entries(cells).map(([column, cell]) => [normalizeColumnName(column), cell]);
    return { line, cells: Object.fromEntries(byFolded) };
  });
}

const OPTION = /\boptions?\s?\d* (name|value)|^attribute \d+ (name|value)/i;

/** Adds a note for each column with text: either the field that takes the text, or that it is not used. */
function noteColumns(
  platform: ShopPlatform,
  columns: readonly string[],
  rows: readonly ShopPlatformRow[],
  report: ShopPlatformImportReport,
): void {
  const isSame = (one: string, other: string) => normalizeColumnName(one) === normalizeColumnName(other);
  for (const column of columns.filter((name) => name !== '' && !OPTION.test(name))) {
    const holds = Object.entries(platform.columns).filter(([, names]) =>
      names.some((name) => isSame(name, column)),
    );
    // Image and cost columns get their notes elsewhere. Columns that only decide whether a row is imported get none.
    if (
      holds.some(([field]) => field === 'images' || field === 'cost') ||
      platform.used.some((name) => isSame(name, column))
    )
      continue;
    for (const row of rows.filter((one) => readCell(one, column) !== '')) {
      const fields = holds.filter(([, names]) => isSame(readFirstFilledCell(row, names).column, column));
      const [field] = fields.at(-1) ?? [];
      if (field) report.note(row.line, column, 'taken', `as ${field}`);
      else report.note(row.line, column, 'left_out', 'not used here');
    }
  }
}

const listRows = ({ head, variants, others = [] }: ShopPlatformProduct): ShopPlatformRow[] => [
  ...new Set([head, ...variants, ...others]),
];

/** Lists the products that this shop can sell. Every other product gets a note with the reason. */
function listSoldProducts(
  platform: ShopPlatform,
  rows: readonly ShopPlatformRow[],
  report: ShopPlatformImportReport,
): ShopPlatformProduct[] {
  const products = platform.groupRows(rows, (row, field, message) =>
    report.errors.push({ row: row.line, slug: null, field, message }),
  );
  return products.filter((product) => {
    const exclusion = platform.findExclusion?.(product.head);
    if (!exclusion) return true;
    for (const { line } of listRows(product))
      report.note(line, exclusion.column, 'left_out', exclusion.message);
    return false;
  });
}

/** Checks that the table has naira prices, because prices in another currency would be read as naira. */
function hasPrices(
  platform: ShopPlatform,
  columns: readonly string[],
  report: ShopPlatformImportReport,
): boolean {
  const folded = columns.map(normalizeColumnName);
  if (platform.columns.price.some((column) => folded.includes(normalizeColumnName(column)))) return true;
  const others = columns.filter((column) => /\bprice\b/i.test(column)).join(', ');
  const message = `is missing${others ? `; the file has only ${others}` : ''}. This shop sells in naira: add this column, with whole naira in each row`;
  report.errors.push({ row: 1, slug: null, field: platform.columns.price[0] ?? '', message });
  return false;
}

/**
 * Adds the images with known files. When two URLs end in the same file name, neither is used, because a product could
 * get the other's image.
 */
function addPictures(
  products: readonly ConvertedShopPlatformProduct[],
  known: ReadonlySet<string>,
  report: ShopPlatformImportReport,
): void {
  const addresses = new Map<string, Set<string>>();
  for (const { address, name } of products.flatMap(({ pictures }) => pictures))
    addresses.set(name, (addresses.get(name) ?? new Set()).add(address));
  for (const product of products) {
    const taken = product.pictures.filter(({ name }) => known.has(name) && addresses.get(name)?.size === 1);
    if (taken.length > 0) product.fields.images = taken.map(({ name }) => name);
    for (const image of product.pictures) {
      const { line, column, address, file, name } = image;
      if (taken.includes(image)) report.note(line, column, 'taken', 'as images');
      else if (addresses.get(name)?.size === 1)
        report.note(line, column, 'left_out', `${address}: send this picture here, named ${file}`);
      else
        report.note(
          line,
          column,
          'left_out',
          `${address}: several pictures are named ${file}, so add it at the product`,
        );
    }
  }
}

/** Import errors name this shop's fields, so they are renamed to the columns of the operator's file. */
function renameErrors(
  { name, columns: fields }: ShopPlatform,
  columns: readonly string[],
  errors: readonly ImportRowError[],
  hasGroupSize: boolean,
): ImportRowError[] {
  const isMissingMinimum = ({ field }: ImportRowError) => field === 'minimumViableUnits' && !hasGroupSize;
  const renamed = errors
    .filter((error) => !isMissingMinimum(error))
    .map((error) => {
      const own = fields[error.field as keyof typeof fields] ?? [];
      const column = columns.find((one) =>
        own.some((name) => normalizeColumnName(name) === normalizeColumnName(one)),
      );
      return column ? { ...error, field: column } : error;
    });
  const message = `is not in a file of ${name}: say how many of its largest size a group of a new product needs`;
  const unsaid = { row: 1, slug: null, field: 'minimumViableUnits', message };
  return errors.some(isMissingMinimum) ? [unsaid, ...renamed] : renamed;
}
