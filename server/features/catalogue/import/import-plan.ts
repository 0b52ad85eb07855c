import { isDeepStrictEqual } from 'node:util';
import { SLUG_PATTERN } from '#contract/limits.ts';
import type { Queryable } from '../../../db/database.ts';
import { toProductImportFields } from '../product-operator.ts';
import { findProductsBySlugs } from '../product-repository.ts';
import { attachSupplierAndCost } from '../product-supply-repository.ts';
import { type RawProductRow, splitSellingUnitsIntoCsvFields } from './import-file.ts';
import { type ImportRowError, type ValidatedProductRow, validateProductRows } from './import-rules.ts';
import { PRODUCT_CSV_COLUMNS } from './product-csv.ts';

/** A product as it will be after the import: the stored product with the fields of the file's row. */
export interface ProductAfterImport {
  product: ValidatedProductRow;
  /** The product's fields before the import; null: the product is new. */
  before: Record<string, unknown> | null;
  /** Image names in the file's row: normalised (`name`) and as written (`given`). */
  namedImages: { name: string; given: string }[];
}

export interface ProductImportChange {
  slug: string;
  isNew: boolean;
  /** Changed fields, or all fields of a new product; empty: the import changes nothing. */
  fields: Record<string, { before: unknown; after: unknown }>;
}

/** Merges the file's rows into the stored products and checks the resulting products. */
export async function planProductImport(
  db: Queryable,
  rows: readonly RawProductRow[],
): Promise<{ errors: ImportRowError[]; planned: ProductAfterImport[] }> {
  const known = await findProductsBySlugs(db, listValidProductSlugs(rows));
  const supplied = await attachSupplierAndCost(db, [...known.values()]);
  const stored = new Map(supplied.map((product) => [product.slug, product]));
  const completed = rows.map((row) => {
    const one = stored.get(slugOf(row));
    if (!one) return { ...row, fields: { ...row.ifNew, ...row.fields }, stored: null };
    return { ...row, stored: splitSellingUnitsIntoCsvFields(toProductImportFields(one)) };
  });
  const { products, errors } = validateProductRows(completed);
  const planned = products.map((product, index) => ({
    product,
    before: completed[index]?.stored ?? null,
    namedImages: namesIn(rows[index]?.fields.images).map((given, place) => ({
      name: product.images[place] ?? '',
      given,
    })),
  }));
  return { errors, planned };
}

const namesIn = (images: unknown): string[] => (Array.isArray(images) ? images.map(String) : []);

export function listValidProductSlugs(rows: readonly RawProductRow[]): string[] {
  // Invalid slugs are left out, because the database would reject the query. The import rules report them afterwards.
  return rows.map(slugOf).filter((slug) => SLUG_PATTERN.test(slug));
}

function slugOf({ fields }: RawProductRow): string {
  return typeof fields.slug === 'string' ? fields.slug.trim() : '';
}

/**
 * Lists the fields that an import changes in a product.
 * @param images hashes that the product's images will have after the import.
 */
export function listChangedProductFields(
  { product, before }: ProductAfterImport,
  images: string[],
): ProductImportChange {
  const { units, baseUnitName, ...fields } = product;
  const after: Record<string, unknown> = {
    ...fields,
    images,
    baseUnitName: baseUnitName ?? '',
    sellingUnits: units,
  };
  const differing = PRODUCT_CSV_COLUMNS.filter((column) => !isSame(before?.[column], after[column]));
  return {
    slug: product.slug,
    isNew: before === null,
    fields: Object.fromEntries(
      differing.map((column) => [column, { before: before?.[column], after: after[column] }]),
    ),
  };
}

/** Compares two field values. Specifications in another order count as different. */
function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after) && JSON.stringify(before) === JSON.stringify(after);
}
