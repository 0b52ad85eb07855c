import { isDeepStrictEqual } from 'node:util';
import { SLUG_PATTERN } from '#contract/limits.ts';
import type { Queryable } from '../../../db/database.ts';
import { exportProduct } from '../product-operator.ts';
import { findProductsBySlug } from '../product-repository.ts';
import { flattenUnits, type RawProduct } from './import-file.ts';
import { checkProducts, type ImportProduct, type RowError } from './import-rules.ts';
import { PRODUCT_COLUMNS } from './product-csv.ts';

/** What an import would make of one product: the row of the file over what is there. */
export interface PlannedProduct {
  product: ImportProduct;
  /** Columns of the product as it is; null for a new one. */
  before: Record<string, unknown> | null;
  /** Images that the file names, as opposed to those that stay: plain, and as the file has them. */
  namedImages: { name: string; given: string }[];
}

/** What became, or would become, of a product. */
export interface ImportedProduct {
  slug: string;
  isNew: boolean;
  /** The columns that differ; of a new product all. None: nothing to do. */
  fields: Record<string, { before: unknown; after: unknown }>;
}

/** Completes the rows of a file with what is stored, and checks them. */
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
  // What is no slug is refused later, and must not reach the database before.
  return rows.map(slugOf).filter((slug) => SLUG_PATTERN.test(slug));
}

function slugOf({ fields }: RawProduct): string {
  return typeof fields.slug === 'string' ? fields.slug.trim() : '';
}

/** @param images hashes of the product's pictures once the import is done. */
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

/** Specifications in another order are another value. */
function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after) && JSON.stringify(before) === JSON.stringify(after);
}
