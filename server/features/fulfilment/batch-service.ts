import { randomUUID } from 'node:crypto';
import { FULFILMENT_STAGES, type FulfilmentStage } from '#contract/rules/group/group-status.ts';
import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { notifyGroupMembers } from '../../outbox/outbox.ts';
import * as rows from './batch-repository.ts';

type Db = Pick<Database, 'query' | 'transaction'>;

export interface BatchStageChangePreview {
  /** Batches that can move, oldest group first; empty unless the new stage comes after the old one. */
  found: rows.AdvanceableBatchRow[];
  leftOut: { product: string; why: string }[];
  /** Warning that names orders with uncollected goods, before batches become `delivered`; null: no warning. */
  warning: string | null;
}

export async function previewBatchStageChange(
  db: Queryable,
  move: rows.BatchStageChange,
): Promise<BatchStageChangePreview> {
  if (!isForward(move)) return { found: [], leftOut: [], warning: null };
  const endsPickup = move.to === 'delivered';
  const found = (await rows.findBatchesAtStage(db, move)).map((batch) =>
    endsPickup ? batch : { ...batch, uncollected: [] },
  );
  const held = await rows.findProductsWithGroupInReview(db, move);
  return {
    found,
    leftOut: held.map((product) => ({ product, why: 'Its group is under review.' })),
    warning: warningOf(found),
  };
}

const MOST_NAMED = 20;

function warningOf(found: readonly rows.AdvanceableBatchRow[]): string | null {
  const orders = new Map(
    found.flatMap(({ uncollected }) => uncollected.map((order) => [order.trackingNumber, order.name])),
  );
  if (orders.size === 0) return null;
  const named = [...orders]
    .slice(0, MOST_NAMED)
    .map(([trackingNumber, name]) => `${name} (${trackingNumber})`);
  const more = orders.size > MOST_NAMED ? ` and ${orders.size - MOST_NAMED} more` : '';
  const count = orders.size === 1 ? '1 order has' : `${orders.size} orders have`;
  return `${count} not been collected: ${named.join(', ')}${more}.`;
}

/**
 * Moves batches forward, unless they have changed since they were read.
 * @returns how many batches moved.
 * @throws {DomainError} `bad_request` when goods were not collected and no reason is given.
 * @source groups.md
 */
export async function advanceBatchStages(
  db: Db,
  move: rows.BatchStageChange,
  { actor, reason }: { actor: string; reason?: string | undefined },
): Promise<number> {
  const { found, warning } = await previewBatchStageChange(db, move);
  if (warning && !reason) throw new DomainError('bad_request', `${warning} Say why they are moved anyway.`);
  const context = { actor, moveId: randomUUID() };
  let moved = 0;
  for (const batch of found) {
    const hasMoved = await db.transaction(async (tx) => {
      if (!(await moveBatch(tx, batch, move, context))) return false;
      const orders = batch.uncollected.map(({ trackingNumber }) => trackingNumber);
      await writeAuditEntry(tx, {
        actor,
        reason: reason || 'batch move',
        action: 'batch.move',
        target: `batch:${batch.groupId}:${move.centreCode}`,
        before: { status: move.from },
        after: {
          status: move.to,
          moveId: context.moveId,
          ...(orders.length > 0 ? { uncollected: orders } : {}),
        },
      });
      return true;
    });
    if (hasMoved) moved += 1;
  }
  return moved;
}

function isForward({ from, to }: rows.BatchStageChange): boolean {
  return FULFILMENT_STAGES.indexOf(to) > FULFILMENT_STAGES.indexOf(from);
}

/** Locks the group's row first, so that moves of a group and of its batches never deadlock. */
async function moveBatch(
  tx: Queryable,
  batch: rows.AdvanceableBatchRow,
  move: rows.BatchStageChange,
  context: { actor: string; moveId: string },
): Promise<boolean> {
  const { groupId, centreId } = batch;
  if (!(await rows.lockGroupInFulfilment(tx, groupId))) return false;
  const timesTakenBack = await rows.setBatchStage(tx, batch, move, context);
  if (timesTakenBack === null) return false;
  await syncGroupStageWithBatches(tx, groupId);
  await notifyGroupMembers(tx, { groupId, status: move.to, centreId, ...roundOf(timesTakenBack) });
  return true;
}

/**
 * A batch that was moved back notifies its shoppers again, so the notification's key contains how often that happened.
 */
const roundOf = (timesTakenBack: number) => (timesTakenBack > 0 ? { round: timesTakenBack } : {});

/**
 * Moves a stage change's batches back, except batches with goods collected since or with a group in review.
 * @returns the batches that moved back.
 * @throws {DomainError} `not_found` when no batch is still at the stage to which the change moved it.
 * @source groups.md
 */
export async function undoBatchStageChange(
  db: Db,
  moveId: string,
  context: { actor: string; reason: string },
): Promise<rows.RecentlyMovedBatchRow[]> {
  const move = await findUndoableBatchStageChange(db, moveId);
  const back: rows.RecentlyMovedBatchRow[] = [];
  for (const batch of move.batches) {
    if (await db.transaction((tx) => moveBack(tx, batch, move, context))) back.push(batch);
  }
  return back;
}

/**
 * Finds a stage change with its batches that are still at the stage to which it moved them.
 * @throws {DomainError} `not_found` when there are none.
 */
export async function findUndoableBatchStageChange(
  db: Queryable,
  moveId: string,
): Promise<rows.RecentBatchStageChange> {
  const [move] = await rows.findRecentBatchStageChanges(db, { moveId });
  if (!move)
    throw new DomainError(
      'not_found',
      'There is no such move, or its batches were moved on or it was undone.',
    );
  return move;
}

async function moveBack(
  tx: Queryable,
  batch: rows.RecentlyMovedBatchRow,
  move: rows.RecentBatchStageChange,
  context: { actor: string; reason: string },
): Promise<boolean> {
  const { groupId, centreId } = batch;
  if (!(await rows.lockGroupInFulfilment(tx, groupId))) return false;
  const round = await rows.moveBatchToPreviousStage(tx, batch, move, context.actor);
  if (round === null) return false;
  await syncGroupStageWithBatches(tx, groupId);
  // Only shoppers who had collected everything were notified of `delivered`. For them, nothing changes now.
  if (move.to !== 'delivered') {
    const status = move.to === 'ready_for_pickup' ? 'not_ready' : move.from;
    await notifyGroupMembers(tx, { groupId, status, centreId, round });
  }
  const target = `batch:${groupId}:${move.centreCode}`;
  const [before, after] = [{ status: move.to, moveId: move.moveId }, { status: move.from }];
  await writeAuditEntry(tx, { ...context, action: 'batch.undo', target, before, after });
  return true;
}

/** Moves the group, step by step, to the stage of its least advanced batch. The caller has locked the group's row. */
export async function syncGroupStageWithBatches(tx: Queryable, groupId: string): Promise<void> {
  const group = await rows.findGroupBatchStages(tx, groupId);
  for (const stage of group ? stepsTo(group.status, group.batches) : []) {
    await rows.setGroupFulfilmentStage(tx, groupId, stage);
  }
}

/** Lists the stages through which the group moves, forwards or backwards, to reach that of its least advanced batch. */
function stepsTo(status: string, batches: readonly FulfilmentStage[]): readonly FulfilmentStage[] {
  const at = (FULFILMENT_STAGES as readonly string[]).indexOf(status);
  if (at === -1 || batches.length === 0) return [];
  const least = Math.min(...batches.map((stage) => FULFILMENT_STAGES.indexOf(stage)));
  return least >= at
    ? FULFILMENT_STAGES.slice(at + 1, least + 1)
    : FULFILMENT_STAGES.slice(least, at).reverse();
}
