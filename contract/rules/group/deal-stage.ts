import type { ProductGroupSummary } from '../../schemas/group.ts';

/**
 * A group's deal stage: it ends soon, or almost all of its units are sold. Shoppers can list the products of such
 * groups.
 */
export const DEAL_STAGES = ['closing-soon', 'almost-full'] as const;
export type DealStage = (typeof DEAL_STAGES)[number];

/** A group is `closing-soon` when it ends within this time. */
export const CLOSING_SOON_HOURS = 12;
/** A group is `almost-full` from this whole percentage of its minimum. */
export const ALMOST_FULL_PERCENT = 80;

type StagedGroup = Pick<ProductGroupSummary, 'status' | 'progressPercentage' | 'deadline'>;

/**
 * Decides whether an open group is nearly full or closes soon. `deal-stage-condition.ts` has the same rule in SQL.
 * @param nowMs the server's time.
 * @source groups.md
 */
export function isGroupAtDealStage(group: StagedGroup, stage: DealStage, nowMs: number): boolean {
  const leftMs = Date.parse(group.deadline ?? '') - nowMs;
  if (group.status !== 'active' || !(leftMs > 0)) return false;
  return stage === 'almost-full'
    ? group.progressPercentage >= ALMOST_FULL_PERCENT
    : leftMs <= CLOSING_SOON_HOURS * 3_600_000;
}
