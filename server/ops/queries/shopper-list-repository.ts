import { LIST_ROWS_MAX } from '#contract/limits.ts';
import type { OpsShoppersBody } from '#contract/schemas/ops/shoppers.ts';
import type { Queryable } from '../../db/database.ts';
import { buildShopperIdsByNameSql } from './name-condition.ts';
import type { FoundShopperRow } from './operator-search-repository.ts';
import { parseGlobalSearchTerms } from './search-terms.ts';

/** A shopper in the operators' list. Amounts are in kobo. */
export interface ShopperListRow extends FoundShopperRow {
  orders: number;
  lastOrderAt: Date | null;
  paidInKobo: number;
  paidBackKobo: number;
}

/** Filters of the shopper list. */
export type ShopperFilter = Pick<OpsShoppersBody, 'q' | 'only'>;

const HAS_ORDER = 'EXISTS (SELECT FROM orders o WHERE o.user_id = u.id)';
const ONLY: Readonly<Record<NonNullable<ShopperFilter['only']>, string>> = {
  buyers: HAS_ORDER,
  newcomers: `NOT ${HAS_ORDER}`,
  locked: 'u.locked_at IS NOT NULL',
};

/**
 * Lists matching accounts, newest first. PostgreSQL's planner sees a constant limit, so that it expects few rows. A
 * subquery hides the page's own limit, so that one cached plan serves every page.
 */
export function findShoppers(
  db: Queryable,
  { q, only, after, limit }: ShopperFilter & { after?: string | undefined; limit: number },
): Promise<ShopperListRow[]> {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['u.deleted_at IS NULL'];
  if (only !== undefined) conditions.push(ONLY[only]);
  // `OFFSET 0` makes PostgreSQL search first and sort then. It would otherwise read all shoppers in sorted order for a
  // few names.
  const from =
    q === undefined || q.trim() === ''
      ? 'users'
      : `(SELECT * FROM users u WHERE ${buildSearchCondition(q, put)} OFFSET 0)`;
  if (after !== undefined) {
    const last = put(after);
    conditions.push(
      `(u.created_at, u.id) < ((SELECT created_at FROM users WHERE id = ${last}), ${last}::uuid)`,
    );
  }
  return db.query<ShopperListRow>(
    `SELECT u.*, count(o.id)::int AS orders, max(o.created_at) AS "lastOrderAt",
       coalesce(sum(o.total_kobo), 0)::bigint AS "paidInKobo", coalesce(sum(l.refunded), 0)::bigint AS "paidBackKobo"
     FROM (SELECT * FROM (
           SELECT u.id, u.name, u.email::text AS email, u.phone, u.locked_at IS NOT NULL AS locked,
             u.created_at AS "createdAt"
           FROM ${from} u WHERE ${conditions.join(' AND ')}
           ORDER BY u.created_at DESC, u.id DESC LIMIT ${Math.max(limit, LIST_ROWS_MAX)}) newest
         LIMIT (SELECT ${put(limit)}::int)) u
       LEFT JOIN orders o ON o.user_id = u.id
       LEFT JOIN LATERAL (SELECT sum(refunded_kobo) AS refunded FROM order_items WHERE order_id = o.id) l ON true
     GROUP BY u.id, u.name, u.email, u.phone, u.locked, u."createdAt"
     ORDER BY u."createdAt" DESC, u.id DESC`,
    values,
  );
}

/** Builds the SQL condition of a search; a text that cannot mean a shopper finds nobody. */
function buildSearchCondition(q: string, put: (value: unknown) => string): string {
  const { email, phone, id, name } = parseGlobalSearchTerms(q);
  if (email !== undefined) return `u.email = ${put(email)}::text::email_address`;
  if (phone !== undefined) return `u.phone = ${put(phone)}`;
  if (id !== undefined) return `u.id = ${put(id)}`;
  return name === undefined ? 'false' : `u.id = ANY (ARRAY (${buildShopperIdsByNameSql(name, put)}))`;
}
