import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import type { Queryable } from '../../db/database.ts';
import type { StoredProduct } from './product-record.ts';

/** The supplier of a product and what the shop pays for it. Only operators may read this. */
export interface SupplierAndCost {
  /** Supplier's name; empty: not known. */
  supplier: string;
  /** Purchase cost in kobo of one selling unit of the largest size; null: not known. */
  costKobo: number | null;
}

/**
 * SQL that joins a product's newest supplier and cost as `s`. Earlier rows remain stored, because the profit of a past
 * sale is computed with the cost at that time.
 */
export const CURRENT_SUPPLIER_AND_COST_JOIN_SQL = `LEFT JOIN LATERAL (
    SELECT supplier, cost_kobo, base_units FROM product_supplies
    WHERE product_id = p.id ORDER BY since DESC LIMIT 1) s ON true`;

/** Adds supplier and cost to products. `StoredProduct` lacks them, because shoppers must never see them. */
export async function attachSupplierAndCost<One extends StoredProduct>(
  db: Queryable,
  products: readonly One[],
): Promise<(One & SupplierAndCost)[]> {
  const rows = await db.query<SupplierAndCost & { id: string }>(
    `SELECT p.id, s.supplier, s.cost_kobo AS "costKobo" FROM products p ${CURRENT_SUPPLIER_AND_COST_JOIN_SQL}
     WHERE p.id = ANY ($1::uuid[]) AND s.supplier IS NOT NULL`,
    [products.map(({ id }) => id)],
  );
  const known = new Map(rows.map(({ id, ...supply }) => [id, supply]));
  return products.map((product) => ({
    ...product,
    ...(known.get(product.id) ?? { supplier: '', costKobo: null }),
  }));
}

/**
 * Stores a product's supplier and cost.
 * @param baseUnits size of the selling unit that has this cost, in base units.
 */
export async function saveSupplierAndCost(
  tx: Queryable,
  productId: string,
  { supplier, cost, baseUnits }: { supplier: string; cost: number | null; baseUnits: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO product_supplies (product_id, supplier, cost_kobo, base_units)
     SELECT p.id, $2, $3, $4 FROM products p ${CURRENT_SUPPLIER_AND_COST_JOIN_SQL}
     WHERE p.id = $1 AND (coalesce(s.supplier, '') <> $2 OR s.cost_kobo IS DISTINCT FROM $3::bigint
       OR s.cost_kobo IS NOT NULL AND s.base_units <> $4)`,
    [productId, supplier, cost === null ? null : nairaToKobo(cost), baseUnits],
  );
}
