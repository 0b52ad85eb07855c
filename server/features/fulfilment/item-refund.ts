import { koboToNaira } from '#contract/money.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { lockShopper } from '../../db/lock-shopper.ts';
import { enqueue } from '../../db/outbox.ts';
import { DomainError } from '../../http/error-handler.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { postToLedger } from '../wallet/ledger.ts';
import { findItem, type ItemState } from './pickup-repository.ts';

/**
 * Pays an order line back into the wallet, in part or whole. A whole refund in a forming group frees the units;
 * from `successful` on the line stays counted.
 *
 * @param amountKobo null: all that is left.
 * @returns kobo paid back now.
 * @throws {DomainError} `not_found`, `bad_request` for an amount above what is left.
 * @source domain.md sections 3 and 5
 */
export function refundItem(
  db: Database,
  line: { trackingNumber: string; lineNo: number },
  amountKobo: number | null,
  { approvedBy, ...act }: { actor: string; approvedBy: string | null; reason: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const known = await findItem(tx, line.trackingNumber, line.lineNo);
    if (!known) throw new DomainError('not_found', 'There is no such order line.');
    await lockShopper(tx, known.userId);
    await tx.query('SELECT 1 FROM wallets WHERE user_id = $1 FOR NO KEY UPDATE', [known.userId]);
    await tx.query('SELECT 1 FROM order_items WHERE id = $1 FOR NO KEY UPDATE', [known.id]);
    const item = (await findItem(tx, line.trackingNumber, line.lineNo)) as ItemState;
    const leftKobo = item.paidKobo - item.refundedKobo;
    const refundKobo = amountKobo ?? leftKobo;
    if (refundKobo <= 0 || refundKobo > leftKobo) {
      throw new DomainError('bad_request', `₦${koboToNaira(leftKobo)} of this line can be paid back.`);
    }
    const auditId = await writeAudit(tx, {
      ...act,
      action: 'item.refund',
      target: `item:${item.id}`,
      before: { refundedKobo: item.refundedKobo },
      after: { refundedKobo: item.refundedKobo + refundKobo, approvedBy },
    });
    await postToLedger(tx, {
      kind: 'item_refund',
      ref: `${item.id}:${auditId}`,
      reason: 'REFUND',
      description: act.reason,
      metadata: { orderId: item.orderId, orderTrackingNumber: item.trackingNumber, groupBuyId: item.groupId },
      actor: act.actor,
      entries: [
        { account: item.isReleased ? 'sales' : `escrow:${item.groupId}`, amountKobo: -refundKobo },
        { account: `wallet:${item.userId}`, amountKobo: refundKobo },
      ],
    });
    await tx.query('UPDATE order_items SET refunded_kobo = refunded_kobo + $2 WHERE id = $1', [
      item.id,
      refundKobo,
    ]);
    await enqueue(tx, 'referral', `referral:refund:${auditId}`, { userId: item.userId });
    if (item.groupStatus === 'active' && item.isCounted && refundKobo === leftKobo) await uncount(tx, item);
    await requireUnmoved(tx, item);
    return refundKobo;
  });
}

async function uncount(tx: Queryable, item: ItemState): Promise<void> {
  const [left] = await tx.query<{ units: number; isLast: boolean }>(
    `UPDATE order_items i SET counted = false WHERE id = $1
     RETURNING i.units, NOT EXISTS (SELECT FROM order_items o WHERE o.group_id = i.group_id
       AND o.user_id = i.user_id AND o.counted AND o.id <> i.id) AS "isLast"`,
    [item.id],
  );
  const { units, isLast } = left as { units: number; isLast: boolean };
  await tx.query(
    `UPDATE group_members SET units = units - $3, paid_kobo = paid_kobo - $4 WHERE group_id = $1 AND user_id = $2`,
    [item.groupId, item.userId, units, item.paidKobo],
  );
  await tx.query(
    `UPDATE groups SET units_sold = units_sold - $2, participant_count = participant_count - $3
     WHERE id = $1 AND status = 'active'`,
    [item.groupId, units, isLast ? 1 : 0],
  );
}

/**
 * The group's row comes last, and only shared: had the group moved meanwhile, the money would have been taken from
 * where it no longer is, or the line would still be counted.
 */
async function requireUnmoved(tx: Queryable, item: ItemState): Promise<void> {
  const rows = await tx.query('SELECT 1 FROM groups WHERE id = $1 AND status = $2 FOR SHARE', [
    item.groupId,
    item.groupStatus,
  ]);
  if (rows.length === 0) {
    throw new DomainError('transition_refused', 'The group changed meanwhile. Please try again.');
  }
}
