import { isDeepStrictEqual } from 'node:util';
import { SLUG_PATTERN } from '#contract/limits.ts';
import type { Queryable } from '../../../db/database.ts';
import { exportProduct } from '../product-operator.ts';
import { findProductsBySlug } from '../product-repository.ts';
import { flattenUnits, type RawProduct } from './import-file.ts';
import { checkProducts, type ImportProduct, type RowError } from './import-rules.ts';
import { PRODUCT_COLUMNS } from './product-csv.ts';

/** A product after the import: the file's row merged over the stored product. */
export interface PlannedProduct {
  product: ImportProduct;
  /** The product's current columns; null: new. */
  before: Record<string, unknown> | null;
  /** Images that the file names: normalised, and as given. */
  namedImages: { name: string; given: string }[];
}

export interface ImportedProduct {
  slug: string;
  isNew: boolean;
  /** Changed columns; all of a new product. Empty: unchanged. */
  fields: Record<string, { before: unknown; after: unknown }>;
}

/** Merges the file's rows over the stored products and checks them. */
export async function planImport(
  db: Queryable,
  rows: readonly RawProduct[],
): Promise<{ errors: RowError[]; planned: PlannedProduct[] }> {
  const stored = await findProductsBySlug(db, slugsOf(rows));
  const completed = rows.map((row) => {
    const known = stored.get(slugOf(row));
    return { ...row, stored: known ? flattenUnits(exportProduct(known)) : null };
  });
  const { products, errors } = checkProducts(completed);
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

export function slugsOf(rows: readonly RawProduct[]): string[] {
  // Invalid slugs are rejected later and must not reach the database.
  return rows.map(slugOf).filter((slug) => SLUG_PATTERN.test(slug));
}

function slugOf({ fields }: RawProduct): string {
  return typeof fields.slug === 'string' ? fields.slug.trim() : '';
}

/** @param images hashes of the product's images after the import. */
export function describeChange({ product, before }: PlannedProduct, images: string[]): ImportedProduct {
  const { units, baseUnitName, ...fields } = product;
  const after: Record<string, unknown> = {
    ...fields,
    images,
    baseUnitName: baseUnitName ?? '',
    sellingUnits: units,
  };
  const differing = PRODUCT_COLUMNS.filter((column) => !isSame(before?.[column], after[column]));
  return {
    slug: product.slug,
    isNew: before === null,
    fields: Object.fromEntries(
      differing.map((column) => [column, { before: before?.[column], after: after[column] }]),
    ),
  };
}

/** The order of specifications is significant. */
function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after) && JSON.stringify(before) === JSON.stringify(after);
}
