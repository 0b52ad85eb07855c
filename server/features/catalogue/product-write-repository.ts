import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import type { Queryable } from '../../db/database.ts';
import type { ValidatedProductRow } from './import/import-rules.ts';
import { saveSupplierAndCost } from './product-supply-repository.ts';

export interface ProductImageRow {
  hash: string;
  sourceName: string;
  width: number;
  height: number;
  /** `#rrggbb` */
  dominantColor: string;
  tone: number;
}

export async function saveProductImage(tx: Queryable, image: ProductImageRow): Promise<void> {
  await tx.query(
    `INSERT INTO pictures (hash, source_name, width, height, dominant_color, tone) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (hash) DO UPDATE SET source_name = excluded.source_name, created_at = app_now()`,
    [image.hash, image.sourceName, image.width, image.height, image.dominantColor, image.tone],
  );
}

/** Locks an image's row. @returns its stored file name; null for an unknown hash. */
export async function lockAndReadProductImageName(tx: Queryable, hash: string): Promise<string | null> {
  const [known] = await tx.query<{ name: string }>(
    'SELECT source_name AS name FROM pictures WHERE hash = $1 FOR UPDATE',
    [hash],
  );
  return known?.name ?? null;
}

export async function findNewestProductImages(
  db: Queryable,
  limit: number,
): Promise<{ hash: string; name: string }[]> {
  return await db.query(
    'SELECT hash, source_name AS name FROM pictures ORDER BY created_at DESC, hash LIMIT $1',
    [limit],
  );
}

/**
 * Finds stored images by hash or file name; of several with the same file name, the newest.
 * @returns the hash for each given name; unknown names are absent.
 */
export async function findImageHashesByName(db: Queryable, names: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ name: string; hash: string }>(
    `SELECT DISTINCT ON (name) name, hash FROM unnest($1::text[]) AS name
     JOIN pictures ON hash = name OR source_name = name ORDER BY name, hash = name DESC, created_at DESC`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, row.hash]));
}

export async function lockProducts(tx: Queryable, slugs: string[]): Promise<void> {
  await tx.query('SELECT 1 FROM products WHERE slug = ANY ($1::text[]) ORDER BY slug FOR NO KEY UPDATE', [
    slugs,
  ]);
}

/**
 * Stores a product by its slug. `images` are hashes of stored images. Without ratings, the stored ratings are not
 * changed.
 */
export async function upsertProduct(
  tx: Queryable,
  product: ValidatedProductRow,
  images: string[],
  hasRatings: boolean,
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO products AS p (id, slug, title, description, images, category, specifications, price_kobo,
       base_price_kobo, min_units, window_hours, units_enabled, base_unit_name, rating, review_count, solo_enabled,
       active, max_units_per_person, created_at)
     VALUES (coalesce($1::uuid, gen_random_uuid()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
       $16, $17, $18, clock_timestamp() + (app_now() - now()))
     ON CONFLICT (slug) DO UPDATE SET title = excluded.title, description = excluded.description,
       images = excluded.images, category = excluded.category, specifications = excluded.specifications,
       price_kobo = excluded.price_kobo, base_price_kobo = excluded.base_price_kobo,
       min_units = excluded.min_units, window_hours = excluded.window_hours, max_units_per_person = excluded.max_units_per_person,
       units_enabled = excluded.units_enabled, base_unit_name = excluded.base_unit_name,
       rating = coalesce(excluded.rating, p.rating),
       review_count = coalesce(excluded.review_count, p.review_count), solo_enabled = excluded.solo_enabled,
       active = excluded.active, version = p.version + 1, updated_at = app_now()
     RETURNING id`,
    [
      product.id,
      product.slug,
      product.title,
      product.description,
      images,
      product.category,
      JSON.stringify(product.specifications),
      nairaToKobo(product.price),
      nairaToKobo(product.basePrice),
      product.minimumViableUnits,
      product.windowHours,
      product.units.length > 0,
      product.baseUnitName,
      hasRatings ? product.rating : null,
      hasRatings ? product.reviewCount : null,
      product.soloEnabled,
      product.active,
      product.maxUnitsPerPerson,
    ],
  );
  const { id } = rows[0] as { id: string };
  await tx.query('DELETE FROM selling_units WHERE product_id = $1', [id]);
  for (const [sort, unit] of product.units.entries()) {
    await tx.query(
      `INSERT INTO selling_units (product_id, name, display_name, base_unit_qty, price_type, custom_price_kobo,
         base_price_kobo, active, sort) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        unit.name,
        unit.displayName,
        unit.baseUnitQuantity,
        unit.priceType,
        unit.customPrice === null ? null : nairaToKobo(unit.customPrice),
        nairaToKobo(unit.basePrice),
        unit.isActive,
        sort,
      ],
    );
  }
  const baseUnits = Math.max(1, ...product.units.map(({ baseUnitQuantity }) => baseUnitQuantity));
  await saveSupplierAndCost(tx, id, { supplier: product.supplier, cost: product.cost, baseUnits });
}

/** Puts a product on sale or withdraws it. @returns whether it was on sale before; null for an unknown slug. */
export async function updateProductActiveFlag(
  tx: Queryable,
  slug: string,
  active: boolean,
): Promise<{ id: string; wasActive: boolean } | null> {
  const rows = await tx.query<{ id: string; wasActive: boolean }>(
    `UPDATE products p SET active = $2, version = p.version + (p.active <> $2)::int, updated_at = app_now()
     FROM (SELECT id, active FROM products WHERE slug = $1 FOR UPDATE) before
     WHERE p.id = before.id RETURNING p.id, before.active AS "wasActive"`,
    [slug, active],
  );
  return rows[0] ?? null;
}
