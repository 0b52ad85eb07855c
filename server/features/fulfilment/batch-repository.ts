import { FULFILMENT_STAGES, type FulfilmentStage } from '#contract/rules/group/group-status.ts';
import type { Queryable } from '../../db/database.ts';

/** A move of a pickup centre's batches from one stage to another; without `productSlug`, of all its batches. */
export interface BatchStageChange {
  centreCode: string;
  from: FulfilmentStage;
  to: FulfilmentStage;
  productSlug?: string;
}

export interface AdvanceableBatchRow {
  groupId: string;
  centreId: string;
  product: string;
  /** Number of shoppers in the batch with goods that were not refunded. */
  members: number;
  /** Number of shoppers in the batch who were refunded in full. */
  paidBack: number;
  /** Orders in the batch with paid goods that were not handed out. */
  uncollected: UncollectedOrder[];
}

interface UncollectedOrder {
  name: string;
  trackingNumber: string;
}

/** Finds the batches that can advance, oldest group first. Batches of a group in review cannot advance. */
export async function findBatchesAtStage(
  db: Queryable,
  move: Omit<BatchStageChange, 'to'>,
): Promise<AdvanceableBatchRow[]> {
  return db.query<AdvanceableBatchRow>(
    `SELECT b.group_id AS "groupId", b.centre_id AS "centreId", g.product_snapshot ->> 'title' AS product,
       count(DISTINCT i.user_id) FILTER (WHERE i.refunded_kobo < i.paid_kobo)::int AS members,
       (count(DISTINCT i.user_id) - count(DISTINCT i.user_id) FILTER (WHERE i.refunded_kobo < i.paid_kobo))::int
         AS "paidBack",
       coalesce(jsonb_agg(DISTINCT jsonb_build_object('name', u.name, 'trackingNumber', o.tracking_no))
         FILTER (WHERE i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo), '[]') AS uncollected
     FROM pickup_centres c JOIN fulfilment_batches b ON b.centre_id = c.id JOIN groups g ON g.id = b.group_id
       JOIN products p ON p.id = g.product_id
       JOIN order_items i ON i.group_id = g.id JOIN orders o ON o.id = i.order_id AND o.centre_id = c.id
       JOIN users u ON u.id = o.user_id
     WHERE c.code = $1 AND b.status = $2 AND g.status = ANY ($3) AND ($4::text IS NULL OR p.slug = $4)
     GROUP BY b.group_id, b.centre_id, g.id
     ORDER BY g.opened_at, g.id`,
    [move.centreCode, move.from, FULFILMENT_STAGES, move.productSlug ?? null],
  );
}

/** @returns products whose batches at this stage cannot advance, because their groups are in review. */
export async function findProductsWithGroupInReview(
  db: Queryable,
  move: Omit<BatchStageChange, 'to'>,
): Promise<string[]> {
  const held = await db.query<{ product: string }>(
    `SELECT g.product_snapshot ->> 'title' AS product
     FROM pickup_centres c JOIN fulfilment_batches b ON b.centre_id = c.id JOIN groups g ON g.id = b.group_id
       JOIN products p ON p.id = g.product_id
     WHERE c.code = $1 AND b.status = $2 AND g.status = 'manual_review' AND ($3::text IS NULL OR p.slug = $3)
     ORDER BY g.opened_at, g.id`,
    [move.centreCode, move.from, move.productSlug ?? null],
  );
  return held.map(({ product }) => product);
}

/**
 * Locks the group's row.
 * @returns false when the group is at no fulfilment stage, for example while it is in review.
 */
export async function lockGroupInFulfilment(tx: Queryable, groupId: string): Promise<boolean> {
  const held = await tx.query('SELECT 1 FROM groups WHERE id = $1 AND status = ANY ($2) FOR NO KEY UPDATE', [
    groupId,
    FULFILMENT_STAGES,
  ]);
  return held.length > 0;
}

/**
 * Sets the batch's stage.
 * @returns how many times the batch has been moved back so far; null: it was not at the stage `from`, so nothing
 * changed.
 */
export async function setBatchStage(
  tx: Queryable,
  { groupId, centreId }: AdvanceableBatchRow,
  { from, to }: BatchStageChange,
  { actor, moveId }: { actor: string; moveId: string },
): Promise<number | null> {
  const [moved] = await tx.query<{ times: number }>(
    `UPDATE fulfilment_batches SET status = $4, updated_by = $5, updated_at = app_now(), moved_from = $3, move_id = $7,
       packed_at = CASE WHEN $8 THEN coalesce(packed_at, app_now()) ELSE packed_at END,
       ready_at = CASE WHEN $6 THEN coalesce(ready_at, app_now()) ELSE ready_at END
     WHERE group_id = $1 AND centre_id = $2 AND status = $3 RETURNING times_taken_back AS times`,
    [
      groupId,
      centreId,
      from,
      to,
      actor,
      hasReached(to, 'ready_for_pickup'),
      moveId,
      hasReached(to, 'packaging'),
    ],
  );
  return moved?.times ?? null;
}

const hasReached = (stage: FulfilmentStage, step: FulfilmentStage): boolean =>
  FULFILMENT_STAGES.indexOf(stage) >= FULFILMENT_STAGES.indexOf(step);

/** A recent move of batches to one stage, with those of the batches that are still there (at least one). */
export interface RecentBatchStageChange {
  moveId: string;
  centreCode: string;
  from: FulfilmentStage;
  to: FulfilmentStage;
  movedBy: string;
  movedAt: Date;
  batches: RecentlyMovedBatchRow[];
}

export interface RecentlyMovedBatchRow {
  groupId: string;
  centreId: string;
  product: string;
  /** Why the batch cannot move back: goods were handed out since, or its group is in review; null: it can. */
  stays: string | null;
}

/** Days for which a stage change can be undone. */
const UNDO_DAYS = 7;

/** Finds stage changes that can be undone: the latest ones of a pickup centre, or one by its id. */
export async function findRecentBatchStageChanges(
  db: Queryable,
  of: { centreCode: string } | { moveId: string },
): Promise<RecentBatchStageChange[]> {
  return db.query<RecentBatchStageChange>(
    `SELECT b.move_id AS "moveId", c.code AS "centreCode", b.moved_from AS "from", b.status AS "to", min(b.updated_by) AS "movedBy",
       min(b.updated_at) AS "movedAt",
       jsonb_agg(jsonb_build_object('groupId', b.group_id, 'centreId', b.centre_id,
         'product', g.product_snapshot ->> 'title',
         'stays', CASE WHEN g.status = 'manual_review' THEN 'Its group is under review.'
           WHEN EXISTS (${COLLECTED_SINCE}) THEN 'Some of it was collected since.' END)
         ORDER BY g.opened_at, g.id) AS batches
     FROM fulfilment_batches b JOIN pickup_centres c ON c.id = b.centre_id JOIN groups g ON g.id = b.group_id
     WHERE b.move_id IS NOT NULL AND b.updated_at > app_now() - interval '${UNDO_DAYS} days'
       AND ($1::text IS NULL OR c.code = $1) AND ($2::uuid IS NULL OR b.move_id = $2)
     GROUP BY b.move_id, c.code, b.moved_from, b.status ORDER BY "movedAt" DESC LIMIT 10`,
    'moveId' in of ? [null, of.moveId] : [of.centreCode, null],
  );
}

const COLLECTED_SINCE = `SELECT FROM order_items i JOIN orders o ON o.id = i.order_id
  WHERE i.group_id = b.group_id AND o.centre_id = b.centre_id AND i.collected_at >= b.updated_at`;

/**
 * Moves a batch back to its previous stage, unless goods were collected since.
 * @returns how often the batch was moved back; null: it was not moved.
 */
export async function moveBatchToPreviousStage(
  tx: Queryable,
  { groupId, centreId }: RecentlyMovedBatchRow,
  { moveId, from }: RecentBatchStageChange,
  actor: string,
): Promise<number | null> {
  const [back] = await tx.query<{ times: number }>(
    `UPDATE fulfilment_batches b SET status = moved_from, move_id = NULL, moved_from = NULL, updated_by = $4,
       updated_at = app_now(), times_taken_back = times_taken_back + 1, ready_at = CASE WHEN $5 THEN ready_at END,
       packed_at = CASE WHEN $6 THEN packed_at END
     WHERE group_id = $1 AND centre_id = $2 AND move_id = $3 AND NOT EXISTS (${COLLECTED_SINCE})
     RETURNING times_taken_back AS times`,
    [groupId, centreId, moveId, actor, hasReached(from, 'ready_for_pickup'), hasReached(from, 'packaging')],
  );
  return back?.times ?? null;
}

export async function findGroupBatchStages(
  tx: Queryable,
  groupId: string,
): Promise<{ status: string; batches: FulfilmentStage[] } | undefined> {
  const [group] = await tx.query<{ status: string; batches: FulfilmentStage[] }>(
    `SELECT g.status, ARRAY(SELECT b.status FROM fulfilment_batches b WHERE b.group_id = g.id) AS batches
     FROM groups g WHERE id = $1`,
    [groupId],
  );
  return group;
}

/** Sets the group's stage. The last stage closes the group; moving back from it opens the group again. */
export async function setGroupFulfilmentStage(
  tx: Queryable,
  groupId: string,
  stage: FulfilmentStage,
): Promise<void> {
  await tx.query('UPDATE groups SET status = $2, closed_at = CASE WHEN $3 THEN app_now() END WHERE id = $1', [
    groupId,
    stage,
    stage === FULFILMENT_STAGES.at(-1),
  ]);
}
