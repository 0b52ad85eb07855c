import { FULFILMENT_STAGES, type FulfilmentStage } from '#contract/rules/group-status.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { tellMembers } from '../../outbox/telling.ts';
import {
  type BatchMove,
  type FoundBatch,
  findBatchesAt,
  findStages,
  lockMovingGroup,
  setBatchStage,
  setGroupStage,
} from './batch-repository.ts';

/** The batches that would move, the oldest group first: none when the stage is no later one. */
export async function findBatches(db: Queryable, move: BatchMove): Promise<FoundBatch[]> {
  return isForward(move) ? findBatchesAt(db, move) : [];
}

/**
 * Moves batches forward, each in a transaction with its audit row.
 *
 * @returns how many moved: not one that somebody else moved, or whose group went into review, meanwhile.
 * @source fulfilment.md
 */
export async function moveBatches(
  db: Pick<Database, 'query' | 'transaction'>,
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
async function moveBatch(tx: Queryable, batch: FoundBatch, move: BatchMove, actor: string): Promise<boolean> {
  const { groupId, centreId } = batch;
  if (!(await lockMovingGroup(tx, groupId))) return false;
  if (!(await setBatchStage(tx, batch, move, actor))) return false;
  await followBatches(tx, groupId);
  await tellMembers(tx, { groupId, status: move.to, centreId });
  return true;
}

/** Moves the group after its batches, one allowed step at a time. The caller holds the group's row. */
export async function followBatches(tx: Queryable, groupId: string): Promise<void> {
  const group = await findStages(tx, groupId);
  for (const stage of group ? stepsAfter(group.status, group.batches) : []) {
    await setGroupStage(tx, groupId, stage);
  }
}

/** The stages that a group goes through to stand where its least advanced batch does. */
function stepsAfter(status: string, batches: readonly FulfilmentStage[]): readonly FulfilmentStage[] {
  const at = (FULFILMENT_STAGES as readonly string[]).indexOf(status);
  if (at === -1 || batches.length === 0) return [];
  const least = Math.min(...batches.map((stage) => FULFILMENT_STAGES.indexOf(stage)));
  return FULFILMENT_STAGES.slice(at + 1, least + 1);
}
