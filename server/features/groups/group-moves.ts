import type { GroupStatus } from '#contract/schemas/group.ts';
import { getSqlState } from '../../db/connection/retry-conflicts.ts';
import type { Queryable } from '../../db/database.ts';
import { ensureEscrowAccount, readEscrowBalanceKobo } from '../../ledger/escrow-repository.ts';
import { postToLedger } from '../../ledger/ledger.ts';
import { enqueueOutboxRow, notifyGroupMembers } from '../../outbox/outbox.ts';
import * as rows from './group-moves-repository.ts';

/**
 * Changes of a group's status by jobs and operators. Each function locks the group first, so that concurrent joins have
 * finished, and returns false for an unexpected status.
 * @source groups.md
 */

/** Thrown when a group in review may not change its status. The caller rolls back. */
export class GroupStatusChangeRefusedError extends Error {
  override name = 'GroupStatusChangeRefusedError';
  /** `short`: too few units are paid. `newer_group`: the product has a later open group. */
  readonly reason: 'short' | 'newer_group';

  constructor(reason: GroupStatusChangeRefusedError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const UNIQUE_VIOLATION = '23505';

export async function putGroupInReview(tx: Queryable, groupId: string, from: GroupStatus): Promise<boolean> {
  const review = await rows.markGroupInReview(tx, groupId, from);
  if (review === undefined) return false;
  await notifyGroupMembers(tx, { groupId, status: 'manual_review', round: Number(review) });
  return true;
}

/** Ends a group's review and gives the group its earlier status again. @throws {GroupStatusChangeRefusedError} */
export async function resumeGroupAfterReview(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await rows.lockGroup(tx, groupId, 'manual_review');
  if (!group) return false;
  const { isShort, isNewerOpen } = await rows.findObstaclesToEndingReview(tx, groupId);
  const to = resumesTo(group, isShort);
  if (to === 'active' && group.kind === 'open' && isNewerOpen)
    throw new GroupStatusChangeRefusedError('newer_group');
  await rows.endGroupReview(tx, groupId, to).catch((error: unknown) => {
    // A concurrent request may have opened the product's next group since the check, and only one may be open.
    throw getSqlState(error) === UNIQUE_VIOLATION ? new GroupStatusChangeRefusedError('newer_group') : error;
  });
  if (to === 'active') await rows.subtractRefundedUnitsFromGroup(tx, groupId);
  await notifyGroupMembers(tx, { groupId, status: to, round: Number(group.review) });
  return true;
}

/** A group whose minimum is paid becomes successful; one below its minimum continues to collect buyers. */
function resumesTo({ reviewFrom }: rows.LockedGroup, isShort: boolean): GroupStatus {
  if (reviewFrom === null) throw new Error('a group in review came from nowhere');
  if (reviewFrom === 'active') return isShort ? 'active' : 'successful';
  if (isShort) throw new GroupStatusChangeRefusedError('short');
  return reviewFrom;
}

/**
 * Moves a group from successful to secured; without any paid unit, into review, because there is nothing to deliver.
 */
export async function moveGroupToSecured(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await rows.lockGroup(tx, groupId, 'successful');
  if (!group) return false;
  if (!(await rows.hasPaidGroupLine(tx, groupId))) return putGroupInReview(tx, groupId, 'successful');
  await secure(tx, groupId, group);
  return true;
}

/**
 * Moves a group from manual_review to secured, when the minimum is reached and paid.
 * @throws {GroupStatusChangeRefusedError}
 */
export async function moveReviewedGroupToSecured(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await rows.lockGroup(tx, groupId, 'manual_review');
  if (!group) return false;
  if (!group.hasMinimum || (await rows.findObstaclesToEndingReview(tx, groupId)).isShort)
    throw new GroupStatusChangeRefusedError('short');
  await secure(tx, groupId, group);
  return true;
}

/** Moves the group's money from escrow to sales, once, and creates one batch for each pickup centre. */
async function secure(tx: Queryable, groupId: string, { kind }: rows.LockedGroup): Promise<void> {
  await rows.markGroupSecured(tx, groupId);
  const escrowKobo = await readEscrowBalanceKobo(tx, groupId);
  if (escrowKobo !== 0) {
    await postToLedger(tx, {
      kind: 'group_release',
      ref: groupId,
      description: 'Group secured',
      actor: 'system',
      entries: [
        { account: `escrow:${groupId}`, amountKobo: -escrowKobo },
        { account: 'sales', amountKobo: escrowKobo },
      ],
    });
  }
  await rows.insertFulfilmentBatchesOfGroup(tx, groupId);
  await enqueueOutboxRow(tx, 'referral', `referral:group:${groupId}`, { groupId });
  if (kind === 'open') await notifyGroupMembers(tx, { groupId, status: 'successful' });
}

export async function failExpiredGroup(tx: Queryable, groupId: string): Promise<boolean> {
  if (!(await rows.markExpiredGroupFailed(tx, groupId))) return false;
  await notifyGroupMembers(tx, { groupId, status: 'failed' });
  return true;
}

/** Moves a group from manual_review to failed for an operator, however many units are paid. */
export async function failGroupInReview(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await rows.lockGroup(tx, groupId, 'manual_review');
  if (!group) return false;
  await failReviewed(tx, groupId, group);
  return true;
}

/** Moves a group from manual_review to failed for the job, once its review is overdue and too few units are paid. */
export async function failGroupAfterOverdueReview(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await rows.lockGroup(tx, groupId, 'manual_review');
  if (!group?.isReviewDue || !(await rows.findObstaclesToEndingReview(tx, groupId)).isShort) return false;
  await failReviewed(tx, groupId, group);
  return true;
}

/**
 * Fails the group. The money of collected goods remains in sales; the rest returns to escrow, from which all refunds
 * are paid.
 */
async function failReviewed(tx: Queryable, groupId: string, { isReleased }: rows.LockedGroup): Promise<void> {
  await rows.endGroupReviewAsFailed(tx, groupId);
  if (isReleased) {
    const openKobo = await rows.sumKoboOfUncollectedGroupLines(tx, groupId);
    if (openKobo > 0) {
      await postToLedger(tx, {
        kind: 'group_unrelease',
        ref: groupId,
        description: 'Released group failed',
        actor: 'system',
        entries: [
          { account: 'sales', amountKobo: -openKobo },
          { account: await ensureEscrowAccount(tx, groupId), amountKobo: openKobo },
        ],
      });
    }
    await enqueueOutboxRow(tx, 'referral', `referral:failed:${groupId}`, { groupId });
  }
  await notifyGroupMembers(tx, { groupId, status: 'failed' });
}

export async function moveGroupToRefunded(tx: Queryable, groupId: string): Promise<boolean> {
  if (!(await rows.markGroupRefunded(tx, groupId))) return false;
  await notifyGroupMembers(tx, { groupId, status: 'refunded' });
  return true;
}
