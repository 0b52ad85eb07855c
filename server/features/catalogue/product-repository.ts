import type { DealStage } from '#contract/rules/group/deal-stage.ts';
import type { Queryable } from '../../db/database.ts';
import type { SqlSubquery } from '../../db/sql-subquery.ts';
import { buildDealStageConditionSql } from './deal-stage-condition.ts';
import type { StoredProduct, StoredProductForCart } from './product-record.ts';

/**
 * Columns of a product's current offer, amounts in kobo. Nested values are `json`, because `jsonb` takes twice as long
 * to build.
 */
const OFFER_COLUMNS = `p.id, p.slug, p.title,
    p.price_kobo AS "priceKobo", p.base_price_kobo AS "basePriceKobo", p.min_units AS "minUnits",
    p.window_hours AS "windowHours", p.max_units_per_person AS "maxUnitsPerPerson",
    p.units_enabled AS "unitsEnabled", p.base_unit_name AS "baseUnitName",
    p.solo_enabled AS "soloEnabled", p.active,
    (SELECT coalesce(json_agg(json_build_object('hash', i.hash, 'width', i.width, 'height', i.height,
        'tone', i.tone) ORDER BY named.position), '[]')
      FROM unnest(p.images) WITH ORDINALITY AS named (hash, position)
      JOIN pictures i ON i.hash = named.hash) AS pictures,
    (SELECT coalesce(json_agg(json_build_object('name', u.name, 'displayName', u.display_name,
        'baseUnitQuantity', u.base_unit_qty, 'priceType', u.price_type,
        'customPriceKobo', u.custom_price_kobo, 'basePriceKobo', u.base_price_kobo,
        'active', u.active, 'sort', u.sort) ORDER BY u.sort, u.base_unit_qty DESC, u.name), '[]')
      FROM selling_units u WHERE u.product_id = p.id) AS units,
    (SELECT json_build_object('id', g.id, 'status', g.status, 'isJoinable', g.joinable, 'minUnits', g.min_units,
        'unitsSold', g.units_sold, 'deadline', g.deadline, 'snapshot', g.product_snapshot)
      FROM shown_group(p.id) g) AS "groupSummary"`;

const SELECT_PRODUCT = `
  SELECT ${OFFER_COLUMNS}, p.description, p.category, p.specifications,
    coalesce(nullif(r.rating, 0), p.rating, 0) AS rating,
    coalesce(nullif(r.count, 0), p.review_count, 0) AS "reviewCount",
    r.count = 0 AND p.review_count > 0 AS "isRatingImported", p.version
  FROM products p CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, coalesce(round(avg(stars), 1), 0) AS rating FROM reviews
    WHERE product_id = p.id AND hidden_at IS NULL AND withdrawn_at IS NULL) r`;

type RowOf<Product extends StoredProductForCart> = Omit<Product, 'group'> & {
  groupSummary: (Omit<NonNullable<Product['group']>, 'deadline'> & { deadline: string }) | null;
};
type ProductRow = RowOf<StoredProduct>;

function toRecord<Product extends StoredProductForCart>({ groupSummary, ...row }: RowOf<Product>): Product {
  const group = groupSummary && { ...groupSummary, deadline: new Date(groupSummary.deadline) };
  return { ...row, group } as unknown as Product;
}

/**
 * SQL that reads the offers of several products inside another statement, by an array of ids. Withdrawn products are
 * included.
 */
export const storedProductsForCartSubquery: SqlSubquery<StoredProductForCart[]> = {
  sql: (ids) =>
    `(SELECT coalesce(json_agg(to_json(o)), '[]')
      FROM (SELECT ${OFFER_COLUMNS} FROM products p WHERE p.id = ANY (${ids})) o)`,
  read: (value) => (value as RowOf<StoredProductForCart>[]).map((row) => toRecord(row)),
};

/**
 * Reads one page of the products on sale with the total count. The query hides the limits in subqueries, so that
 * PostgreSQL reuses one plan for all page sizes.
 */
export async function findProductsOnSale(
  db: Queryable,
  category: string,
  page: number,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const inCategory = category === '' ? '' : 'AND length(category) BETWEEN 1 AND 100 AND category = $1';
  const [row] = await db.query<{ ids: string[]; total: number }>(
    `SELECT coalesce((SELECT products FROM listed_counts WHERE term = '=' || $1), 0) AS total,
       ARRAY(SELECT id FROM products WHERE active ${inCategory} ORDER BY created_at, id
         LIMIT (SELECT $2::int) OFFSET (SELECT $3::int)) AS ids`,
    [category, limit, (page - 1) * limit],
  );
  return row as { ids: string[]; total: number };
}

/** SQL `ORDER BY` terms for the products at a deal stage: the soonest deadline first, or the fullest group first. */
const STAGE_ORDER: Record<DealStage, string> = {
  'closing-soon': 'g.deadline',
  'almost-full': 'g.units_sold::float8 / g.min_units DESC',
};

/** Reads one page of the products whose open group is at a deal stage, with the total count. */
export async function findProductsAtDealStage(
  db: Queryable,
  { stage, category }: { stage: DealStage; category: string },
  page: number,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const [row] = await db.query<{ ids: string[]; total: number }>(
    `WITH found AS (
       SELECT p.id, row_number() OVER (ORDER BY ${STAGE_ORDER[stage]}, p.created_at, p.id) AS place
       FROM groups g JOIN products p ON p.id = g.product_id
       WHERE ${buildDealStageConditionSql(stage)} AND p.active AND ($1 = '' OR p.category = $1))
     SELECT (SELECT count(*)::int FROM found) AS total,
       ARRAY(SELECT id FROM found ORDER BY place LIMIT (SELECT $2::int) OFFSET (SELECT $3::int)) AS ids`,
    [category, limit, (page - 1) * limit],
  );
  return row as { ids: string[]; total: number };
}

/** Reads slugs of products on sale, oldest products first. */
export async function findProductSlugsOnSale(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ slug: string }>(
    'SELECT slug FROM products WHERE active ORDER BY created_at, id LIMIT $1',
    [limit],
  );
  return rows.map(({ slug }) => slug);
}

export async function findProductBySlug(db: Queryable, slug: string): Promise<StoredProduct | null> {
  const rows = await db.query<ProductRow>(`${SELECT_PRODUCT} WHERE p.slug = $1`, [slug]);
  return rows[0] ? toRecord(rows[0]) : null;
}

/** Reads products by slugs, including withdrawn ones. */
export async function findProductsBySlugs(
  db: Queryable,
  slugs: string[],
): Promise<Map<string, StoredProduct>> {
  const rows = await db.query<ProductRow>(`${SELECT_PRODUCT} WHERE p.slug = ANY ($1::text[])`, [slugs]);
  return new Map(rows.map((row) => [row.slug, toRecord(row)]));
}

/**
 * Reads products by ids, including withdrawn ones. The query hides the number of ids in a subquery, so that PostgreSQL
 * reuses one plan for any number.
 */
export async function findProductsByIds(db: Queryable, ids: string[]): Promise<Map<string, StoredProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ProductRow>(
    `${SELECT_PRODUCT} WHERE p.id = ANY ((SELECT $1::uuid[])::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, toRecord(row)]));
}

/** Reads all products, oldest first, including withdrawn ones. */
export async function findAllProducts(db: Queryable): Promise<StoredProduct[]> {
  const rows = await db.query<ProductRow>(`${SELECT_PRODUCT} ORDER BY p.created_at, p.id`);
  return rows.map((row) => toRecord(row));
}

export async function hasProducts(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM products LIMIT 1')).length > 0;
}

export interface ProductListRowForOperator {
  id: string;
  slug: string;
  title: string;
  active: boolean;
  priceKobo: number;
  basePriceKobo: number;
  minimumViableUnits: number;
  /** Base units sold in the joinable group. */
  unitsSold: number;
  baseUnit: string | null;
  version: number;
}

export interface ProductFilterForOperator {
  /** True: only products on sale; false: only withdrawn ones; null: both. */
  isActive: boolean | null;
  /** True: only products without an image or without a description. */
  isIncomplete?: boolean;
  /** Words that title and slug contain together; empty: all products. */
  words: string;
  /** Slug of the last product on the previous page. */
  after: string | undefined;
  limit: number | null;
}

/**
 * Builds the SQL condition that title and slug of product `p` contain all words of a text, in any case and order and with
 * any accents or none.
 * @param words placeholder of the text.
 */
export function buildProductWordsCondition(words: string): string {
  return `NOT EXISTS (SELECT FROM unnest(string_to_array(fold_text(${words}::text), ' ')) AS word
    WHERE strpos(fold_text(p.title) || ' ' || p.slug, word) = 0)`;
}

/** Reads products for operators, oldest first. */
export async function findProductsForOperator(
  db: Queryable,
  { isActive, isIncomplete = false, words, after, limit }: ProductFilterForOperator,
): Promise<ProductListRowForOperator[]> {
  return db.query<ProductListRowForOperator>(
    `SELECT p.id, p.slug, p.title, p.active, p.price_kobo AS "priceKobo", p.base_price_kobo AS "basePriceKobo",
       p.min_units AS "minimumViableUnits", coalesce(g.units_sold, 0) AS "unitsSold",
       p.base_unit_name AS "baseUnit", p.version
     FROM products p LEFT JOIN groups g ON g.product_id = p.id AND g.kind = 'open' AND g.joinable
     WHERE ($1::boolean IS NULL OR p.active = $1) AND (NOT $5 OR p.images = '{}' OR p.description = '')
       AND ${buildProductWordsCondition('$2')}
       AND ($3::text IS NULL OR (p.created_at, p.id) > (SELECT created_at, id FROM products WHERE slug = $3))
     ORDER BY p.created_at, p.id LIMIT $4`,
    [isActive, words, after ?? null, limit, isIncomplete],
  );
}
