import type { GroupSummary } from '../schemas/group.ts';

/** An open group ends soon or has almost all of its units. Shoppers can list the products of such groups. */
export const DEAL_STAGES = ['closing-soon', 'almost-full'] as const;
export type DealStage = (typeof DEAL_STAGES)[number];

/** `closing-soon`: an open group ends within this time. */
export const CLOSING_SOON_HOURS = 12;
/** `almost-full`: an open group has reached this whole percentage of its minimum. */
export const ALMOST_FULL_PERCENT = 80;

type StagedGroup = Pick<GroupSummary, 'status' | 'progressPercentage' | 'deadline'>;

/** The database applies the same rule in `deal-stage-condition.ts`. @param nowMs the server's time. @source groups.md */
export function isGroupAtDealStage(group: StagedGroup, stage: DealStage, nowMs: number): boolean {
  const leftMs = Date.parse(group.deadline ?? '') - nowMs;
  if (group.status !== 'active' || !(leftMs > 0)) return false;
  return stage === 'almost-full'
    ? group.progressPercentage >= ALMOST_FULL_PERCENT
    : leftMs <= CLOSING_SOON_HOURS * 3_600_000;
}
