import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { writeAuditEntry } from '../../audit/audit-log.ts';
import { getSqlState } from '../../db/connection/retry-conflicts.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { runAndRollBack } from '../../db/schema/dry-run.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { type RequireAmountApproval, UNLIMITED_SYSTEM_ACTOR } from '../../ledger/amount-approval.ts';
import { type NewPosting, postToLedger } from '../../ledger/ledger.ts';
import { enqueueOutboxRow } from '../../outbox/outbox.ts';
import * as rows from './group-refund-repository.ts';

/** A step that a refund's transaction runs after the wallet was credited, such as requesting a card refund. */
export type AfterWalletCreditStep = (tx: Queryable, userId: string) => Promise<void>;

interface OrderLine {
  trackingNumber: string;
  lineNo: number;
}

/** The destination of a refund's money, and the step that moves it there. */
export interface RefundDestination {
  goesTo: 'wallet' | 'card';
  run: AfterWalletCreditStep;
}

/**
 * Who makes a refund and why. `key` is the idempotency key; absent when the caller itself detects repeated requests.
 */
interface RefundContext {
  actor: string;
  approvedBy: string | null;
  requireAmountApproval: RequireAmountApproval;
  reason: string;
  key?: string | null;
}

/**
 * Calculates how much of an order line can be refunded now.
 * @param amountKobo null: all that is not refunded yet.
 * @returns kobo.
 * @throws {DomainError} `bad_request` when the amount cannot be refunded.
 */
function judgeRefund(
  { hasAccount, paidKobo, refundedKobo }: rows.RefundableOrderLine,
  amountKobo: number | null,
  goesTo: RefundDestination['goesTo'],
): number {
  // Nobody can use the wallet of a deleted account, so its refund has to go to the card.
  if (!hasAccount && goesTo === 'wallet') {
    throw new DomainError('bad_request', 'The account was deleted: send it to the card with `refund card`.');
  }
  const leftKobo = paidKobo - refundedKobo;
  const refundKobo = amountKobo ?? leftKobo;
  if (refundKobo <= 0 || refundKobo > leftKobo) {
    throw new DomainError(
      'bad_request',
      `${formatNaira(koboToNaira(leftKobo))} of this line can be refunded.`,
    );
  }
  return refundKobo;
}

/** SQLSTATE that the SQL function `free_units` raises when the group's status has changed. */
const GROUP_MOVED = 'AJ002';
const MOST_TRIES = 5;

/**
 * Refunds an order line, in part or whole. A whole refund in a forming group frees its units.
 * @param amountKobo null: all that is not refunded yet.
 * @param next a further step in the same transaction.
 * @returns kobo refunded now.
 * @throws {DomainError} `not_found`; `bad_request` when less than `amountKobo` is left; `transition_refused` when the
 * group keeps changing.
 * @source money.md and groups.md
 */
export async function refundOrderLine(
  db: Database,
  line: OrderLine,
  amountKobo: number | null,
  context: RefundContext,
  next: RefundDestination = { goesTo: 'wallet', run: async () => undefined },
): Promise<number> {
  const refundOnce = () =>
    db.transaction(async (tx) => {
      const { item, refundKobo } = await refundWithin(tx, line, amountKobo, context, next);
      await rows.subtractLineUnitsFromGroupAndCommit(tx, item);
      return refundKobo;
    });
  for (let tries = 1; ; tries += 1) {
    try {
      return await refundOnce();
    } catch (error) {
      if (getSqlState(error) !== GROUP_MOVED) throw error;
      // The group's status changed and rolled the refund back. An approved refund must not fail for this, so it is
      // tried again.
      if (tries === MOST_TRIES)
        throw new DomainError('transition_refused', 'The group has changed. Please try again.');
    }
  }
}

/**
 * Makes a refund and rolls it back, so that the preview shows its real effects.
 * @param read reads the values that the preview compares, before and after the refund.
 * @throws the same errors as `refundOrderLine`.
 */
export function previewOrderLineRefund<Seen>(
  db: Database,
  line: OrderLine,
  amountKobo: number | null,
  next: RefundDestination,
  read: (tx: Queryable, itemId: number) => Promise<Seen>,
): Promise<{ refundKobo: number; before: Seen; after: Seen }> {
  return runAndRollBack(db, async (tx) => {
    const found = await requireItem(tx, line);
    const before = await read(tx, found.id);
    const context = { ...UNLIMITED_SYSTEM_ACTOR, approvedBy: null, reason: 'dry run' };
    const { item, refundKobo } = await refundWithin(tx, line, amountKobo, context, next);
    await rows.subtractLineUnitsFromGroup(tx, item);
    return { refundKobo, before, after: await read(tx, found.id) };
  });
}

/**
 * Makes the refund without freeing the group's units. The caller does that last, because every buyer waits for the
 * group's row.
 */
async function refundWithin(
  tx: Queryable,
  line: OrderLine,
  amountKobo: number | null,
  { approvedBy, requireAmountApproval, actor, reason, key = null }: RefundContext,
  next: RefundDestination,
): Promise<{ item: rows.RefundableOrderLine; refundKobo: number }> {
  const found = await requireItem(tx, line);
  const item = (await rows.lockRefundableOrderLine(tx, found)) ?? found;
  const refundKobo = judgeRefund(item, amountKobo, next.goesTo);
  await requireAmountApproval(tx, refundKobo);
  const auditId = await writeAuditEntry(tx, {
    actor,
    reason,
    key,
    action: 'item.refund',
    target: `item:${item.id}`,
    before: { refundedKobo: item.refundedKobo },
    after: { refundedKobo: item.refundedKobo + refundKobo, goesTo: next.goesTo, approvedBy },
  });
  const posting = { kind: 'item_refund' as const, ref: `${item.id}:${auditId}`, description: reason };
  await payBack(tx, item, refundKobo, { ...posting, actor });
  await enqueueOutboxRow(tx, 'referral', `referral:refund:${auditId}`, { userId: item.userId });
  await next.run(tx, item.userId);
  return { item, refundKobo };
}

async function requireItem(
  tx: Queryable,
  { trackingNumber, lineNo }: OrderLine,
): Promise<rows.RefundableOrderLine> {
  const item = await rows.findRefundableOrderLine(tx, trackingNumber, lineNo);
  if (!item) throw new DomainError('not_found', 'There is no such order line.');
  return item;
}

/**
 * Refunds one order line of a failed group in its own transaction.
 * @returns false when there is nothing to refund.
 */
export function refundLineOfFailedGroup(
  db: Database,
  found: Pick<rows.RefundableOrderLine, 'id' | 'userId'>,
  within: AfterWalletCreditStep,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const item = await rows.lockRefundableOrderLine(tx, found);
    const leftKobo = item ? item.paidKobo - item.refundedKobo : 0;
    if (item?.groupStatus !== 'failed' || item.isCollected || leftKobo === 0) return false;
    await payBack(tx, item, leftKobo, {
      kind: 'group_refund',
      ref: String(item.id),
      description: 'Group buy did not reach its minimum',
      actor: 'system',
    });
    await within(tx, item.userId);
    return true;
  });
}

/** Credits the wallet with part or all of what an order line cost. The caller has locked the line. */
async function payBack(
  tx: Queryable,
  item: rows.RefundableOrderLine,
  amountKobo: number,
  posting: Pick<NewPosting, 'kind' | 'ref' | 'description' | 'actor'>,
): Promise<void> {
  const { orderId, trackingNumber, groupId, userId } = item;
  await postToLedger(tx, {
    ...posting,
    metadata: { orderId, orderTrackingNumber: trackingNumber, groupBuyId: groupId },
    entries: [
      { account: item.isReleased ? 'sales' : `escrow:${groupId}`, amountKobo: -amountKobo },
      { account: `wallet:${userId}`, amountKobo },
    ],
  });
  await rows.addRefundToOrderLine(tx, item.id, amountKobo);
}
