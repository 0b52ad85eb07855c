import { FULFILMENT_STAGES, type FulfilmentStage } from '#contract/rules/group-status.ts';
import type { Queryable } from '../../db/database.ts';

/** The batches of one pickup centre at one stage, of one product or of all. */
export interface BatchMove {
  centreCode: string;
  from: FulfilmentStage;
  to: FulfilmentStage;
  productSlug?: string;
}

export interface FoundBatch {
  groupId: string;
  centreId: string;
  product: string;
  members: number;
}

/** The batches that would move, the oldest group first. A group in review keeps its batches where they are. */
export async function findBatchesAt(db: Queryable, move: Omit<BatchMove, 'to'>): Promise<FoundBatch[]> {
  return db.query<FoundBatch>(
    `SELECT b.group_id AS "groupId", b.centre_id AS "centreId", g.product_snapshot ->> 'title' AS product,
       (SELECT count(DISTINCT i.user_id)::int FROM order_items i JOIN orders o ON o.id = i.order_id
        WHERE i.group_id = b.group_id AND o.centre_id = b.centre_id) AS members
     FROM fulfilment_batches b JOIN groups g ON g.id = b.group_id JOIN products p ON p.id = g.product_id
       JOIN pickup_centres c ON c.id = b.centre_id
     WHERE c.code = $1 AND b.status = $2 AND g.status = ANY ($3) AND ($4::text IS NULL OR p.slug = $4)
     ORDER BY g.opened_at, g.id`,
    [move.centreCode, move.from, FULFILMENT_STAGES, move.productSlug ?? null],
  );
}

/** Takes the group's row. @returns false when it is not on its way to its members. */
export async function lockMovingGroup(tx: Queryable, groupId: string): Promise<boolean> {
  const held = await tx.query('SELECT 1 FROM groups WHERE id = $1 AND status = ANY ($2) FOR NO KEY UPDATE', [
    groupId,
    FULFILMENT_STAGES,
  ]);
  return held.length > 0;
}

/** @returns false when the batch was not at `from` any more. */
export async function setBatchStage(
  tx: Queryable,
  { groupId, centreId }: FoundBatch,
  { from, to }: BatchMove,
  actor: string,
): Promise<boolean> {
  const moved = await tx.query(
    `UPDATE fulfilment_batches SET status = $4, updated_by = $5, updated_at = app_now(),
       ready_at = CASE WHEN $6 THEN app_now() ELSE ready_at END
     WHERE group_id = $1 AND centre_id = $2 AND status = $3 RETURNING 1`,
    [groupId, centreId, from, to, actor, to === 'ready_for_pickup'],
  );
  return moved.length > 0;
}

/** The group's status and the stages of its batches. */
export async function findStages(
  tx: Queryable,
  groupId: string,
): Promise<{ status: string; batches: FulfilmentStage[] } | undefined> {
  const [group] = await tx.query<{ status: string; batches: FulfilmentStage[] }>(
    `SELECT status, ARRAY(SELECT b.status FROM fulfilment_batches b WHERE b.group_id = g.id) AS batches
     FROM groups g WHERE id = $1`,
    [groupId],
  );
  return group;
}

/** The last stage closes the group. */
export async function setGroupStage(tx: Queryable, groupId: string, stage: FulfilmentStage): Promise<void> {
  await tx.query(
    'UPDATE groups SET status = $2, closed_at = CASE WHEN $3 THEN app_now() ELSE closed_at END WHERE id = $1',
    [groupId, stage, stage === FULFILMENT_STAGES.at(-1)],
  );
}
