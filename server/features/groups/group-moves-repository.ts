import { GROUP_REVIEW_HOURS_MAX } from '#contract/limits.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';

/**
 * Statements with which jobs and operators change a group's status. The table `group_moves` lists the allowed changes.
 */

/** A group whose row is locked until the transaction ends. Until then nobody can join it or change its status. */
export interface LockedGroup {
  kind: 'open' | 'solo';
  /** True: the group was secured before, so its money has left escrow. */
  isReleased: boolean;
  hasMinimum: boolean;
  reviewFrom: GroupStatus | null;
  isReviewDue: boolean | null;
  /** Id of the current review of the group. */
  review: string | null;
}

const HELD = `kind, secured_at IS NOT NULL AS "isReleased", units_sold >= min_units AS "hasMinimum",
  review_from AS "reviewFrom", review_due <= app_now() AS "isReviewDue", extract(epoch FROM review_due)::text AS review`;

/**
 * Locks the group's row and waits for buyers who are joining. Only statements after this one see the purchases of those
 * buyers.
 */
export async function lockGroup(
  tx: Queryable,
  groupId: string,
  status: GroupStatus,
): Promise<LockedGroup | undefined> {
  const text = `SELECT ${HELD} FROM groups WHERE id = $1 AND status = $2 FOR NO KEY UPDATE`;
  const [group] = await tx.query<LockedGroup>(text, [groupId, status]);
  return group;
}

/** Puts a group into review. @returns the review's id; undefined when the group does not have the status `from`. */
export async function markGroupInReview(
  tx: Queryable,
  groupId: string,
  from: GroupStatus,
): Promise<string | undefined> {
  const [moved] = await tx.query<{ review: string }>(
    `UPDATE groups SET status = 'manual_review', review_from = status, joinable = false,
       review_due = app_now() + $3 * interval '1 hour'
     WHERE id = $1 AND status = $2
       AND EXISTS (SELECT FROM group_moves WHERE from_status = $2 AND to_status = 'manual_review')
     RETURNING extract(epoch FROM review_due)::text AS review`,
    [groupId, from, GROUP_REVIEW_HOURS_MAX],
  );
  return moved?.review;
}

/**
 * Ends a group's review and restores a status. The group's deadline and success time move by the duration of the
 * review.
 */
export async function endGroupReview(tx: Queryable, groupId: string, newStatus: GroupStatus): Promise<void> {
  await tx.query(
    `UPDATE groups SET status = $2, review_from = NULL, review_due = NULL,
       deadline = deadline + in_review.pause,
       joinable = $2 = 'active' AND kind = 'open' AND deadline + in_review.pause > app_now(),
       succeeded_at = CASE WHEN $2 = 'successful' THEN coalesce(succeeded_at + in_review.pause, app_now())
                           ELSE succeeded_at END
     FROM (SELECT app_now() - (review_due - $3 * interval '1 hour') AS pause FROM groups WHERE id = $1) in_review
     WHERE id = $1`,
    [groupId, newStatus, GROUP_REVIEW_HOURS_MAX],
  );
}

/** Sets a group to `secured`. The caller must have locked the group's row. */
export async function markGroupSecured(tx: Queryable, groupId: string): Promise<void> {
  await tx.query(
    `UPDATE groups SET status = 'secured', review_from = NULL, review_due = NULL,
       secured_at = coalesce(secured_at, app_now()), succeeded_at = coalesce(succeeded_at, app_now())
     WHERE id = $1`,
    [groupId],
  );
}

/**
 * Sets a group to `failed` after its deadline.
 * @returns false when the deadline has not passed, or the minimum is reached.
 */
export async function markExpiredGroupFailed(tx: Queryable, groupId: string): Promise<boolean> {
  const moved = await tx.query(
    `UPDATE groups SET status = 'failed', joinable = false
     WHERE id = $1 AND status = 'active' AND units_sold < min_units AND deadline <= app_now() RETURNING 1`,
    [groupId],
  );
  return moved.length > 0;
}

/** Ends a group's review with `failed`. The caller must have locked the group's row. */
export async function endGroupReviewAsFailed(tx: Queryable, groupId: string): Promise<void> {
  await tx.query(`UPDATE groups SET status = 'failed', review_from = NULL, review_due = NULL WHERE id = $1`, [
    groupId,
  ]);
}

/**
 * Sets a group to `refunded`.
 * @returns false while the group has an order line that was neither collected nor refunded.
 */
export async function markGroupRefunded(tx: Queryable, groupId: string): Promise<boolean> {
  const moved = await tx.query(
    `UPDATE groups SET status = 'refunded', closed_at = app_now()
     WHERE id = $1 AND status = 'failed' AND NOT EXISTS (
       SELECT FROM order_items WHERE group_id = $1 AND refunded_kobo < paid_kobo AND collected_at IS NULL)
     RETURNING 1`,
    [groupId],
  );
  return moved.length > 0;
}

export async function hasPaidGroupLine(tx: Queryable, groupId: string): Promise<boolean> {
  const found = await tx.query(
    'SELECT 1 FROM order_items WHERE group_id = $1 AND counted AND refunded_kobo < paid_kobo LIMIT 1',
    [groupId],
  );
  return found.length > 0;
}

/** Reads what may keep a group in review: too few paid units, or a later open group of the product. */
export async function findObstaclesToEndingReview(
  tx: Queryable,
  groupId: string,
): Promise<{ isShort: boolean; isNewerOpen: boolean }> {
  const [review] = await tx.query<{ isShort: boolean; isNewerOpen: boolean }>(
    `SELECT is_short(g) AS "isShort", EXISTS (
       SELECT FROM groups n WHERE n.product_id = g.product_id AND n.kind = 'open' AND n.joinable) AS "isNewerOpen"
     FROM groups g WHERE id = $1`,
    [groupId],
  );
  if (!review) throw new Error(`no group ${groupId}`);
  return review;
}

/** @returns the amount in kobo that was paid for uncollected order lines and not refunded. */
export async function sumKoboOfUncollectedGroupLines(tx: Queryable, groupId: string): Promise<number> {
  const [open] = await tx.query<{ kobo: number }>(
    `SELECT coalesce(sum(paid_kobo - refunded_kobo), 0)::bigint AS kobo
     FROM order_items WHERE group_id = $1 AND collected_at IS NULL`,
    [groupId],
  );
  return open?.kobo ?? 0;
}

/** Removes fully refunded order lines from a joinable group's unit count. The caller must have locked the group. */
export async function subtractRefundedUnitsFromGroup(tx: Queryable, groupId: string): Promise<void> {
  await tx.query(
    `SELECT free_units($1, ARRAY(SELECT id FROM order_items
       WHERE group_id = $1 AND counted AND refunded_kobo = paid_kobo ORDER BY id), 'active')`,
    [groupId],
  );
}

export async function insertFulfilmentBatchesOfGroup(tx: Queryable, groupId: string): Promise<void> {
  await tx.query(
    `INSERT INTO fulfilment_batches (group_id, centre_id)
     SELECT DISTINCT $1::uuid, o.centre_id FROM order_items i JOIN orders o ON o.id = i.order_id
     WHERE i.group_id = $1 AND i.counted
     ON CONFLICT DO NOTHING`,
    [groupId],
  );
}
