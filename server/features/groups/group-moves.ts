import type { GroupStatus } from '#contract/schemas/group.ts';
import { sqlStateOf } from '../../db/connection/retry-conflicts.ts';
import type { Queryable } from '../../db/database.ts';
import { openEscrow, readEscrowKobo } from '../../ledger/escrow-repository.ts';
import { postToLedger } from '../../ledger/ledger.ts';
import { enqueue, notifyMembers } from '../../outbox/outbox.ts';
import {
  freeRefundedUnits,
  hasPaidItem,
  insertBatches,
  type LockedGroup,
  lockGroup,
  moveExpiredToFailed,
  moveOutOfReview,
  moveReviewedToFailed,
  moveToRefunded,
  moveToReview,
  moveToSecured,
  readReview,
  readUncollectedKobo,
} from './group-moves-repository.ts';

/**
 * A job or an operator changes a group's status inside the caller's transaction (`settle` makes the other changes).
 * Each function locks its group first, so that concurrent joins have finished, and then only inserts rows.
 * All return false when the group has left the expected status.
 *
 * @source groups.md
 */

/** The reason why a group in review may not change its status. The caller rolls back. */
export class GroupMoveRefused extends Error {
  override name = 'GroupMoveRefused';
  /** `short`: too few units are paid. `newer_group`: the product has a newer open group. */
  readonly reason: 'short' | 'newer_group';

  constructor(reason: GroupMoveRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const UNIQUE_VIOLATION = '23505';

export async function reviewGroup(tx: Queryable, groupId: string, from: GroupStatus): Promise<boolean> {
  const review = await moveToReview(tx, groupId, from);
  if (review === undefined) return false;
  await notifyMembers(tx, { groupId, status: 'manual_review', round: Number(review) });
  return true;
}

/**
 * Ends a review and restores the status before it.
 *
 * @throws {GroupMoveRefused}
 */
export async function resumeGroup(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await lockGroup(tx, groupId, 'manual_review');
  if (!group) return false;
  const { isShort, isNewerOpen } = await readReview(tx, groupId);
  const to = resumesTo(group, isShort);
  if (to === 'active' && group.kind === 'open' && isNewerOpen) throw new GroupMoveRefused('newer_group');
  await moveOutOfReview(tx, groupId, to).catch((error: unknown) => {
    // A newer group opened a moment ago.
    throw sqlStateOf(error) === UNIQUE_VIOLATION ? new GroupMoveRefused('newer_group') : error;
  });
  if (to === 'active') await freeRefundedUnits(tx, groupId);
  await notifyMembers(tx, { groupId, status: to, round: Number(group.review) });
  return true;
}

/** A forming group whose minimum is paid becomes successful; one below its minimum forms again. */
function resumesTo({ reviewFrom }: LockedGroup, isShort: boolean): GroupStatus {
  if (reviewFrom === null) throw new Error('a group in review came from nowhere');
  if (reviewFrom === 'active') return isShort ? 'active' : 'successful';
  if (isShort) throw new GroupMoveRefused('short');
  return reviewFrom;
}

/**
 * Moves a group from successful to secured. Without a paid unit it goes into review, since there is nothing to deliver.
 */
export async function secureGroup(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await lockGroup(tx, groupId, 'successful');
  if (!group) return false;
  if (!(await hasPaidItem(tx, groupId))) return reviewGroup(tx, groupId, 'successful');
  await secure(tx, groupId, group);
  return true;
}

/**
 * Moves a group from manual_review to secured, when the minimum is reached and paid.
 *
 * @throws {GroupMoveRefused}
 */
export async function secureReviewedGroup(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await lockGroup(tx, groupId, 'manual_review');
  if (!group) return false;
  if (!group.hasMinimum || (await readReview(tx, groupId)).isShort) throw new GroupMoveRefused('short');
  await secure(tx, groupId, group);
  return true;
}

/** Moves the group's money to sales once, and creates a batch for each pickup centre. */
async function secure(tx: Queryable, groupId: string, { kind }: LockedGroup): Promise<void> {
  await moveToSecured(tx, groupId);
  const escrowKobo = await readEscrowKobo(tx, groupId);
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
  await insertBatches(tx, groupId);
  await enqueue(tx, 'referral', `referral:group:${groupId}`, { groupId });
  if (kind === 'open') await notifyMembers(tx, { groupId, status: 'successful' });
}

export async function failExpiredGroup(tx: Queryable, groupId: string): Promise<boolean> {
  if (!(await moveExpiredToFailed(tx, groupId))) return false;
  await notifyMembers(tx, { groupId, status: 'failed' });
  return true;
}

/** Moves a group from manual_review to failed, regardless of payments. */
export async function failReviewedGroup(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await lockGroup(tx, groupId, 'manual_review');
  if (!group) return false;
  await failReviewed(tx, groupId, group);
  return true;
}

/** Moves a group from manual_review to failed by the job, when the review is due and too few units are paid. */
export async function failShortReview(tx: Queryable, groupId: string): Promise<boolean> {
  const group = await lockGroup(tx, groupId, 'manual_review');
  if (!group?.isReviewDue || !(await readReview(tx, groupId)).isShort) return false;
  await failReviewed(tx, groupId, group);
  return true;
}

/** Collected goods stay in sales. A released group's rest returns to escrow, which pays every refund. */
async function failReviewed(tx: Queryable, groupId: string, { isReleased }: LockedGroup): Promise<void> {
  await moveReviewedToFailed(tx, groupId);
  if (isReleased) {
    const openKobo = await readUncollectedKobo(tx, groupId);
    if (openKobo > 0) {
      await postToLedger(tx, {
        kind: 'group_unrelease',
        ref: groupId,
        description: 'Released group failed',
        actor: 'system',
        entries: [
          { account: 'sales', amountKobo: -openKobo },
          { account: await openEscrow(tx, groupId), amountKobo: openKobo },
        ],
      });
    }
    await enqueue(tx, 'referral', `referral:failed:${groupId}`, { groupId });
  }
  await notifyMembers(tx, { groupId, status: 'failed' });
}

export async function closeRefundedGroup(tx: Queryable, groupId: string): Promise<boolean> {
  if (!(await moveToRefunded(tx, groupId))) return false;
  await notifyMembers(tx, { groupId, status: 'refunded' });
  return true;
}
