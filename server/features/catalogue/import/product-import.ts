import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { isCsvFileName } from '../../../lib/csv-table.ts';
import { InvalidImageError } from '../images/invalid-image.ts';
import {
  findImageHashesByName,
  lockProducts,
  type ProductImageRow,
  saveProductImage,
  upsertProduct,
} from '../product-write-repository.ts';
import { parseProductImportFile, type RawProductRow } from './import-file.ts';
import {
  listChangedProductFields,
  listValidProductSlugs,
  type ProductAfterImport,
  type ProductImportChange,
  planProductImport,
} from './import-plan.ts';
import type { ImportRowError } from './import-rules.ts';
import type { ShopPlatformColumnNote } from './shop-platforms/import-report.ts';
import { readShopPlatformTable } from './shop-platforms/read-shop-platform.ts';

export interface ProductImportOptions {
  fileName: string;
  text: string;
  actor: string;
  /** True: a dry run that writes nothing, not even files; the result says what would happen. */
  isDryRun: boolean;
  /** True: the file may contain ratings, which only demo data has. */
  hasRatings?: boolean;
  /**
   * Minimum of a new product's group, in selling units of the largest size. Only tables of other shop systems use it.
   */
  groupSize?: number;
  /** Source of the image files that the import names. When omitted, the import may name only stored images. */
  imageSource?: ImportImageSource;
}

/**
 * Reads image files. Each function returns null for a missing file.
 * @throws {InvalidImageError} for a rejected file.
 */
export interface ImportImageSource {
  derive(name: string): Promise<ProductImageRow | null>;
  /** @returns the hash that `derive` would return, but writes no file. */
  inspect(name: string): Promise<string | null>;
}

export interface ProductImportResult {
  errors: ImportRowError[];
  /** Changes in the order of the file; empty when the file has errors. */
  products: ProductImportChange[];
  /** For a table of another shop system: the system's name, and notes on how the import used the columns. */
  source?: { name: string; notes: ShopPlatformColumnNote[] };
}

/**
 * Imports products by slug: all of them, or none with a list of the errors.
 * @throws {Error} when the file cannot be parsed.
 */
export async function importProducts(
  db: Database,
  options: ProductImportOptions,
): Promise<ProductImportResult> {
  const { fileName, text, groupSize } = options;
  const table = isCsvFileName(fileName) ? readShopPlatformTable(text, groupSize) : null;
  if (!table) return importRows(db, parseProductImportFile(fileName, text), options);
  table.addPictures(await findStoredImages(db, table.pictureNames, options.imageSource));
  // After an unreadable row the other rows are still checked, so that the operator sees all errors at once.
  const isDryRun = options.isDryRun || table.hasErrors();
  const { errors: own, products } = await importRows(db, table.rows, { ...options, isDryRun });
  const { errors, notes } = table.finish(own);
  return { errors, products: errors.length > 0 ? [] : products, source: { name: table.name, notes } };
}

async function importRows(
  db: Database,
  rows: RawProductRow[],
  options: ProductImportOptions,
): Promise<ProductImportResult> {
  const plan = await planProductImport(db, rows);
  if (plan.errors.length > 0) return { errors: plan.errors, products: [] };
  const { hashes, errors } = await findPictures(db, plan.planned, options.imageSource);
  if (errors.length > 0) return { errors, products: [] };
  const describe = (one: ProductAfterImport): ProductImportChange =>
    listChangedProductFields(one, hashesOf(one, hashes));
  if (options.isDryRun) return { errors: [], products: plan.planned.map(describe) };
  const made = await derivePictures(hashes.keys(), options.imageSource);
  return db.transaction(async (tx) => {
    await lockProducts(tx, listValidProductSlugs(rows));
    // The import is planned again, because creating images takes time and a product may have changed since.
    const { errors, planned } = await planProductImport(tx, rows);
    if (errors.length > 0) return { errors, products: [] };
    for (const image of made) await saveProductImage(tx, image);
    const products = planned.map(describe);
    for (const [index, change] of products.entries()) {
      const one = planned[index] as ProductAfterImport;
      if (!change.isNew && Object.keys(change.fields).length === 0) continue;
      await upsertProduct(tx, one.product, hashesOf(one, hashes), options.hasRatings === true);
      await auditChange(tx, change, options);
    }
    return { errors: [], products };
  });
}

async function auditChange(
  tx: Queryable,
  { slug, isNew, fields }: ProductImportChange,
  { actor, fileName }: ProductImportOptions,
): Promise<void> {
  const side = (name: 'before' | 'after'): object =>
    Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change[name]]));
  await writeAuditEntry(tx, {
    actor,
    action: 'product.import',
    target: `product:${slug}`,
    reason: `file ${fileName}`,
    ...(isNew ? {} : { before: side('before') }),
    after: side('after'),
  });
}

/** Replaces the product's image names by hashes. An image that the file does not mention is already given as a hash. */
function hashesOf({ product }: ProductAfterImport, hashes: Map<string, string>): string[] {
  return product.images.map((name) => hashes.get(name) ?? name);
}

/** Checks every image before the first file is written, so that a refused import writes nothing. */
async function findPictures(
  db: Queryable,
  planned: readonly ProductAfterImport[],
  imageSource?: ImportImageSource,
): Promise<{ hashes: Map<string, string>; errors: ImportRowError[] }> {
  const named = planned.flatMap(({ product: { row, slug }, namedImages }) =>
    namedImages.map((image) => ({ row, slug, ...image })),
  );
  const faults = new Map<string, string>();
  const hashes = new Map<string, string>();
  for (const name of imageSource ? new Set(named.map((image) => image.name)) : []) {
    const hash = await imageSource?.inspect(name).catch((error: unknown) => {
      if (!(error instanceof InvalidImageError)) throw error;
      faults.set(name, error.message.replace(/\.$/, ''));
    });
    if (hash) hashes.set(name, hash);
  }
  const unknown = [...new Set(named.map(({ name }) => name))].filter((name) => !hashes.has(name));
  for (const [name, hash] of await findImageHashesByName(db, unknown))
    if (!faults.has(name)) hashes.set(name, hash);
  const errors = named
    .filter(({ name }) => !hashes.has(name))
    .map(({ row, slug, name, given }) => {
      const message = `${given} ${faults.get(name) ?? notFound(given)}`;
      return { row, slug, field: 'images', message };
    });
  return { hashes, errors };
}

function notFound(name: string): string {
  return /[,;\n]/.test(name)
    ? 'was not found: separate names with |, every other character is part of a name'
    : 'was not found: upload the image first, and write its file name with the extension';
}

/**
 * @returns the image names for which an import would find files, including invalid images, which the import reports.
 */
async function findStoredImages(
  db: Queryable,
  names: readonly string[],
  imageSource?: ImportImageSource,
): Promise<Set<string>> {
  const known = new Set((await findImageHashesByName(db, [...new Set(names)])).keys());
  for (const name of imageSource ? new Set(names) : []) {
    const isThere = await imageSource?.inspect(name).catch((error: unknown) => {
      if (error instanceof InvalidImageError) return name;
      throw error;
    });
    if (isThere) known.add(name);
  }
  return known;
}

/** Images are derived one after another, because each derivation uses every processor core. */
async function derivePictures(
  names: Iterable<string>,
  imageSource?: ImportImageSource,
): Promise<ProductImageRow[]> {
  const made: ProductImageRow[] = [];
  for (const name of imageSource ? names : []) {
    const derived = await imageSource?.derive(name);
    if (derived) made.push(derived);
  }
  return made;
}
