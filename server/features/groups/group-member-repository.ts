import { CART_LINE_QUANTITY_MAX } from '#contract/limits.ts';
import type { Queryable, Transaction } from '../../db/database.ts';

/**
 * Removes the shopper from the group and commits at once, because buyers wait while the group's row is locked.
 * @throws SQLSTATE AJ002 when the shopper cannot leave the group.
 */
export async function leaveGroupAndCommitTransaction(
  tx: Transaction,
  userId: string,
  groupId: string,
): Promise<void> {
  await tx.commitWith('SELECT leave_or_refuse($1, $2)', [userId, groupId]);
}

/** An order line and its new, smaller quantity. */
export interface ReducedOrderLineQuantity {
  groupId: string;
  trackingNumber: string;
  lineNumber: number;
  /** Selling units. */
  quantity: number;
}

/** Lowers the quantity of an order line and commits. @throws SQLSTATE AJ002 when the group's status forbids it. */
export async function reduceOrderLineQuantityAndCommit(
  tx: Transaction,
  userId: string,
  reduced: ReducedOrderLineQuantity,
): Promise<void> {
  const { groupId, trackingNumber, lineNumber, quantity } = reduced;
  await tx.commitWith('SELECT take_less($1, $2, $3, $4, $5)', [
    ...[userId, groupId],
    ...[trackingNumber, lineNumber, quantity],
  ]);
}

/** An order line of a failed group. The shopper may buy its goods without a group instead. */
export interface FailedGroupLineForSoloPurchase {
  productId: string;
  variant: 'solo';
  unitName: string | null;
  quantity: number;
}

export function findFailedGroupLinesForSoloPurchase(
  tx: Queryable,
  userId: string,
  groupId: string,
): Promise<FailedGroupLineForSoloPurchase[]> {
  return tx.query<FailedGroupLineForSoloPurchase>(
    `SELECT i.product_id AS "productId", 'solo' AS variant, i.unit_name AS "unitName",
       least(sum(i.quantity), $3)::int AS quantity
     FROM order_items i JOIN groups g ON g.id = i.group_id
     WHERE i.user_id = $1 AND g.id = $2 AND g.status IN ('failed', 'refunded') AND i.counted
       AND i.collected_at IS NULL
     GROUP BY i.product_id, i.unit_name ORDER BY min(i.id)`,
    [userId, groupId, CART_LINE_QUANTITY_MAX],
  );
}

/**
 * Records that the shopper switches this failed group's items to a solo purchase.
 * @returns false when this was recorded before.
 */
export async function recordSwitchToSoloPurchase(
  tx: Queryable,
  userId: string,
  groupId: string,
): Promise<boolean> {
  const noted = await tx.query(
    `INSERT INTO group_solo_switches (group_id, user_id) VALUES ($1, $2)
     ON CONFLICT DO NOTHING RETURNING group_id`,
    [groupId, userId],
  );
  return noted.length > 0;
}
