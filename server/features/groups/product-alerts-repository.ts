import { ALMOST_FULL_PERCENT } from '#contract/rules/group/deal-stage.ts';
import type { Queryable } from '../../db/database.ts';

/** @returns ids of the products for which the shopper has an alert. */
export async function findProductIdsWithAlert(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT product_id AS id FROM product_alerts WHERE user_id = $1 ORDER BY created_at, product_id',
    [userId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Sets an alert for a product on sale; setting it again changes nothing.
 * @returns false when no such product is on sale.
 */
export async function insertProductAlert(tx: Queryable, userId: string, productId: string): Promise<boolean> {
  await tx.query(
    `INSERT INTO product_alerts (product_id, user_id, except_group)
     SELECT p.id, $2, (SELECT id FROM groups WHERE product_id = p.id AND kind = 'open' AND joinable
         AND deadline > app_now() AND units_sold * 100::bigint >= min_units * ${ALMOST_FULL_PERCENT}::bigint)
     FROM products p WHERE p.id = $1 AND p.active
     ON CONFLICT (product_id, user_id) DO NOTHING`,
    [productId, userId],
  );
  const rows = await tx.query('SELECT FROM product_alerts WHERE product_id = $1 AND user_id = $2', [
    productId,
    userId,
  ]);
  return rows.length > 0;
}

export async function deleteProductAlert(tx: Queryable, userId: string, productId: string): Promise<void> {
  await tx.query('DELETE FROM product_alerts WHERE product_id = $1 AND user_id = $2', [productId, userId]);
}

export interface DueProductAlert {
  productId: string;
  userId: string;
  groupId: string;
  slug: string;
  /** The group's progress as a whole percentage. */
  percent: number;
}

/** Deletes and returns alerts whose product's group has opened since the alert was set, or is now almost full. */
export async function claimDueProductAlerts(
  tx: Queryable,
  productIds: readonly string[],
  limit: number,
): Promise<DueProductAlert[]> {
  return tx.query<DueProductAlert>(
    `WITH due AS (
       SELECT a.product_id, a.user_id, g.id AS group_id, p.slug,
         floor(g.units_sold * 100.0 / g.min_units)::int AS percent
       FROM product_alerts a
         JOIN groups g ON g.product_id = a.product_id AND g.kind = 'open' AND g.joinable AND g.deadline > app_now()
         JOIN products p ON p.id = a.product_id AND p.active
       WHERE a.product_id = ANY ($1::uuid[]) AND g.id IS DISTINCT FROM a.except_group
         AND (g.units_sold * 100::bigint >= g.min_units * ${ALMOST_FULL_PERCENT}::bigint
           OR g.opened_at > a.created_at AND NOT EXISTS (SELECT FROM group_members m
             WHERE m.group_id = g.id AND m.user_id = a.user_id AND m.units > 0))
       ORDER BY a.product_id, a.user_id LIMIT $2
       FOR UPDATE OF a SKIP LOCKED)
     DELETE FROM product_alerts a USING due WHERE a.product_id = due.product_id AND a.user_id = due.user_id
     RETURNING a.product_id AS "productId", a.user_id AS "userId", due.group_id AS "groupId", due.slug, due.percent`,
    [productIds, limit],
  );
}
