import { koboToNaira } from '#contract/money.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queryable, Transaction } from '../../db/database.ts';
import { lockShopper } from '../../db/lock-shopper.ts';
import { sqlStateOf } from '../../db/retry-conflicts.ts';
import { DomainError } from '../../http/error-handler.ts';
import { postToLedger } from '../../ledger/ledger.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { findItem, type ItemState } from './pickup-repository.ts';

/**
 * Pays an order line back into the wallet, in part or whole. A whole refund in a forming group frees the units;
 * from `successful` on the line stays counted.
 *
 * @param amountKobo null: all that is left.
 * @returns kobo paid back now.
 * @throws {DomainError} `not_found`, `bad_request` for an amount above what is left.
 * @source money.md and groups.md
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
    const isUncounted = item.groupStatus === 'active' && item.isCounted && refundKobo === leftKobo;
    await commitUnmoved(tx, item, isUncounted ? await uncount(tx, item) : { units: 0, isLast: false });
    return refundKobo;
  });
}

/** What a line leaves behind in its group: its units, and whether it was its shopper's last there. */
interface Uncounted {
  units: number;
  isLast: boolean;
}

async function uncount(tx: Queryable, item: ItemState): Promise<Uncounted> {
  const [left] = await tx.query<Uncounted>(
    `UPDATE order_items i SET counted = false WHERE id = $1
     RETURNING i.units, NOT EXISTS (SELECT FROM order_items o WHERE o.group_id = i.group_id
       AND o.user_id = i.user_id AND o.counted AND o.id <> i.id) AS "isLast"`,
    [item.id],
  );
  const uncounted = left as Uncounted;
  await tx.query(
    `UPDATE group_members SET units = units - $3, paid_kobo = paid_kobo - $4 WHERE group_id = $1 AND user_id = $2`,
    [item.groupId, item.userId, uncounted.units, item.paidKobo],
  );
  return uncounted;
}

/** Raised by `give_units_back`. */
const GROUP_MOVED = 'AJ002';

/** The group's row comes last and travels with the COMMIT: every join of the group waits for it. */
async function commitUnmoved(tx: Transaction, item: ItemState, { units, isLast }: Uncounted): Promise<void> {
  try {
    await tx.commitWith('SELECT give_units_back($1, $2, $3, $4)', [
      item.groupId,
      item.groupStatus,
      units,
      isLast ? 1 : 0,
    ]);
  } catch (error) {
    if (sqlStateOf(error) !== GROUP_MOVED) throw error;
    throw new DomainError('transition_refused', 'The group changed meanwhile. Please try again.');
  }
}
