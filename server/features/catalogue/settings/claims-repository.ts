import type { Queryable } from '../../../db/database.ts';

/**
 * @returns `computed` for marketing claims from the shop's figures, `default` for the texts in docs/specification.md;
 * null: no operator has chosen.
 */
export async function findStoredMarketingClaimsMode(db: Queryable): Promise<string | null> {
  const rows = await db.query<{ mode: string | null }>(
    `SELECT value ->> 'mode' AS mode FROM settings WHERE key = 'claims'`,
  );
  return rows[0]?.mode ?? null;
}

export async function setMarketingClaimsMode(db: Queryable, mode: string): Promise<void> {
  await db.query(
    `INSERT INTO settings (key, value) VALUES ('claims', $1)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [JSON.stringify({ mode })],
  );
}

/**
 * Computes the average saving in percent of products on sale, and the number of shoppers with an unrefunded purchase.
 */
export async function computeAverageSavingAndCustomerCount(
  db: Queryable,
): Promise<{ saving: number; customers: number }> {
  const figures = await db.query<{ saving: number; customers: number }>(
    `SELECT coalesce(round(avg((base_price_kobo - price_kobo)::numeric / base_price_kobo) * 100), 0)::int AS saving,
       (SELECT count(DISTINCT user_id)::int FROM order_items WHERE refunded_kobo < paid_kobo) AS customers
     FROM products WHERE active`,
  );
  return figures[0] ?? { saving: 0, customers: 0 };
}
