import type { Queryable } from '../../db/database.ts';
import { BASE_UNIT_NAME_SQL } from '../../features/groups/group-operator-repository.ts';
import type { RefundableOrderLine } from '../../features/groups/group-refund-repository.ts';
import {
  findReferralQualification,
  findReferrerOfReferee,
} from '../../features/referral/referral-repository.ts';

/** An order line with everything that a refund of it can change. Amounts are in kobo. */
export interface OrderLineBeforeRefund
  extends Omit<RefundableOrderLine, 'id' | 'isReleased' | 'orderId' | 'trackingNumber'> {
  shopper: string;
  walletKobo: number;
  product: string;
  unit: string | null;
  quantity: number;
  /** True: the line was bought without joining a group. */
  isSolo: boolean;
  unitsSold: number;
  minUnits: number;
  /** Unit in which the group's minimum is counted; null: whole products are counted. */
  baseUnit: string | null;
  participants: number;
  reference: string;
  /** True: the shopper currently counts as a referral of another shopper. */
  isCountedReferral: boolean;
}

export async function readOrderLineBeforeRefund(
  tx: Queryable,
  itemId: number,
): Promise<OrderLineBeforeRefund> {
  const [state] = await tx.query<Omit<OrderLineBeforeRefund, 'isCountedReferral'>>(
    `SELECT u.id AS "userId", u.name AS shopper, u.deleted_at IS NULL AS "hasAccount", w.balance_kobo AS "walletKobo",
       g.product_snapshot ->> 'title' AS product, unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity,
       i.paid_kobo AS "paidKobo", i.refunded_kobo AS "refundedKobo", i.collected_at IS NOT NULL AS "isCollected",
       g.id AS "groupId", g.kind = 'solo' AS "isSolo", g.status AS "groupStatus", g.units_sold AS "unitsSold",
       g.min_units AS "minUnits", ${BASE_UNIT_NAME_SQL} AS "baseUnit", g.participant_count AS participants, p.reference
     FROM order_items i JOIN orders o ON o.id = i.order_id JOIN payments p ON p.id = o.payment_id
       JOIN groups g ON g.id = i.group_id JOIN users u ON u.id = i.user_id JOIN wallets w ON w.user_id = u.id
     WHERE i.id = $1`,
    [itemId],
  );
  if (!state) throw new Error(`there is no order line ${itemId}`);
  return { ...state, isCountedReferral: await isCounted(tx, state.userId) };
}

/** Decides like the referral job whether the shopper counts as a referral, so that the preview of a refund is right. */
async function isCounted(tx: Queryable, userId: string): Promise<boolean> {
  if ((await findReferrerOfReferee(tx, userId)) === null) return false;
  const { isQualified, isFlagged, itemId } = await findReferralQualification(tx, userId);
  return isQualified && !isFlagged && itemId !== null;
}
