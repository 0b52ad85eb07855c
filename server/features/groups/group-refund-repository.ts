import type { Queryable, Transaction } from '../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../db/lock-shopper.ts';

/** An order line with every value that decides about its refund, in kobo. */
export interface RefundableOrderLine {
  id: number;
  userId: string;
  /** False: the account was deleted, so its wallet cannot receive money. */
  hasAccount: boolean;
  groupId: string;
  groupStatus: string;
  /** True: the line's money has moved from escrow to sales, so a refund debits sales. */
  isReleased: boolean;
  isCollected: boolean;
  paidKobo: number;
  refundedKobo: number;
  orderId: string;
  trackingNumber: string;
}

const SELECT_ITEM = `SELECT i.id, i.user_id AS "userId", u.deleted_at IS NULL AS "hasAccount", i.group_id AS "groupId", g.status AS "groupStatus",
    (g.secured_at IS NOT NULL AND (g.status <> 'failed' OR i.collected_at IS NOT NULL)) AS "isReleased",
    i.collected_at IS NOT NULL AS "isCollected", i.paid_kobo AS "paidKobo", i.refunded_kobo AS "refundedKobo",
    o.id AS "orderId", o.tracking_no AS "trackingNumber"
  FROM order_items i JOIN orders o ON o.id = i.order_id JOIN groups g ON g.id = i.group_id
    JOIN users u ON u.id = i.user_id`;

/** Finds an order line with every value that decides about its refund, without a lock. */
export async function findRefundableOrderLine(
  db: Queryable,
  trackingNumber: string,
  lineNo: number,
): Promise<RefundableOrderLine | undefined> {
  const text = `${SELECT_ITEM} WHERE o.tracking_no = $1 AND i.line_no = $2`;
  const [item] = await db.query<RefundableOrderLine>(text, [trackingNumber, lineNo]);
  return item;
}

/**
 * Locks shopper, wallet and order line, and reads the line. All code that moves a shopper's money must lock the
 * shopper first to prevent deadlocks.
 */
export async function lockRefundableOrderLine(
  tx: Queryable,
  { id, userId }: Pick<RefundableOrderLine, 'id' | 'userId'>,
): Promise<RefundableOrderLine | undefined> {
  await lockShopperRowEvenIfDeleted(tx, userId);
  const [item] = await tx.query<RefundableOrderLine>(
    `${SELECT_ITEM} JOIN wallets w ON w.user_id = i.user_id WHERE i.id = $1 FOR NO KEY UPDATE OF w, i`,
    [id],
  );
  return item;
}

export async function addRefundToOrderLine(tx: Queryable, itemId: number, amountKobo: number): Promise<void> {
  await tx.query('UPDATE order_items SET refunded_kobo = refunded_kobo + $2 WHERE id = $1', [
    itemId,
    amountKobo,
  ]);
}

/**
 * Removes a refunded line's units from a forming group and commits at once, because buyers wait for the group's row.
 * @throws SQLSTATE AJ002 when the group's status has changed.
 */
export async function subtractLineUnitsFromGroupAndCommit(
  tx: Transaction,
  item: RefundableOrderLine,
): Promise<void> {
  await tx.commitWith(FREE_UNITS, unitsOf(item));
}

/** Works like `subtractLineUnitsFromGroupAndCommit` without the commit, for a dry run. */
export async function subtractLineUnitsFromGroup(tx: Queryable, item: RefundableOrderLine): Promise<void> {
  await tx.query(FREE_UNITS, unitsOf(item));
}

const FREE_UNITS = 'SELECT free_units($1, $2, $3)';

function unitsOf({ id, groupId, groupStatus }: RefundableOrderLine): [string, string, string] {
  return [groupId, `{${id}}`, groupStatus];
}
