import { FULFILMENT_STAGES, type FulfilmentStage } from '#contract/rules/group-status.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { tellMembers } from '../../outbox/telling.ts';

/** The batches of one pickup centre at one stage, of one product or of all. */
export interface BatchMove {
  centreCode: string;
  from: FulfilmentStage;
  to: FulfilmentStage;
  productSlug?: string;
}

interface FoundBatch {
  groupId: string;
  centreId: string;
  product: string;
  members: number;
}

/** The batches that would move, the oldest group first. A group in review keeps its batches where they are. */
export async function findBatches(db: Queryable, move: BatchMove): Promise<FoundBatch[]> {
  if (!isForward(move)) return [];
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

/**
 * Moves batches forward, each in a transaction with its audit row.
 *
 * @returns how many moved: not one that somebody else moved, or whose group went into review, meanwhile.
 * @source fulfilment.md
 */
export async function moveBatches(
  db: Database,
  move: BatchMove,
  act: { actor: string; reason: string },
): Promise<number> {
  let moved = 0;
  for (const batch of await findBatches(db, move)) {
    const hasMoved = await db.transaction(async (tx) => {
      if (!(await moveBatch(tx, batch, move, act.actor))) return false;
      const target = `batch:${batch.groupId}:${move.centreCode}`;
      const [before, after] = [{ status: move.from }, { status: move.to }];
      await writeAudit(tx, { ...act, action: 'batch.move', target, before, after });
      return true;
    });
    if (hasMoved) moved += 1;
  }
  return moved;
}

function isForward({ from, to }: BatchMove): boolean {
  return FULFILMENT_STAGES.indexOf(to) > FULFILMENT_STAGES.indexOf(from);
}

/** The group's row is taken first: its moves and its batches' never cross. */
async function moveBatch(
  tx: Queryable,
  { groupId, centreId }: FoundBatch,
  { from, to }: BatchMove,
  actor: string,
): Promise<boolean> {
  const held = await tx.query('SELECT 1 FROM groups WHERE id = $1 AND status = ANY ($2) FOR NO KEY UPDATE', [
    groupId,
    FULFILMENT_STAGES,
  ]);
  if (held.length === 0) return false;
  const moved = await tx.query(
    `UPDATE fulfilment_batches SET status = $4, updated_by = $5, updated_at = app_now(),
       ready_at = CASE WHEN $6 THEN app_now() ELSE ready_at END
     WHERE group_id = $1 AND centre_id = $2 AND status = $3 RETURNING 1`,
    [groupId, centreId, from, to, actor, to === 'ready_for_pickup'],
  );
  if (moved.length === 0) return false;
  await followBatches(tx, groupId);
  await tellMembers(tx, { groupId, status: to, centreId });
  return true;
}

/** Moves the group after its batches, one allowed step at a time. The caller holds the group's row. */
export async function followBatches(tx: Queryable, groupId: string): Promise<void> {
  const [group] = await tx.query<{ status: string; batches: FulfilmentStage[] }>(
    `SELECT status, ARRAY(SELECT b.status FROM fulfilment_batches b WHERE b.group_id = g.id) AS batches
     FROM groups g WHERE id = $1`,
    [groupId],
  );
  for (const stage of group ? stepsAfter(group.status, group.batches) : []) {
    await tx.query(
      'UPDATE groups SET status = $2, closed_at = CASE WHEN $3 THEN app_now() ELSE closed_at END WHERE id = $1',
      [groupId, stage, stage === FULFILMENT_STAGES.at(-1)],
    );
  }
}

/** The stages that a group goes through to stand where its least advanced batch does. */
function stepsAfter(status: string, batches: readonly FulfilmentStage[]): readonly FulfilmentStage[] {
  const at = (FULFILMENT_STAGES as readonly string[]).indexOf(status);
  if (at === -1 || batches.length === 0) return [];
  const least = Math.min(...batches.map((stage) => FULFILMENT_STAGES.indexOf(stage)));
  return FULFILMENT_STAGES.slice(at + 1, least + 1);
}
