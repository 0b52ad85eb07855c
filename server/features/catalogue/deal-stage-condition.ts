import { ALMOST_FULL_PERCENT, CLOSING_SOON_HOURS, type DealStage } from '#contract/rules/deal-stage.ts';

/** The same rule in the contract: `isGroupAtDealStage`. A joinable group is active and below its minimum. */
const AT_STAGE: Record<DealStage, string> = {
  'closing-soon': `g.deadline <= app_now() + interval '${CLOSING_SOON_HOURS} hours'`,
  'almost-full': `g.units_sold::bigint * 100 >= g.min_units::bigint * ${ALMOST_FULL_PERCENT}`,
};

/** Returns an SQL condition on a group `g`: a shopper can join, and it is at the stage. */
export function dealStageCondition(stage: DealStage): string {
  return `g.kind = 'open' AND g.joinable AND g.deadline > app_now() AND ${AT_STAGE[stage]}`;
}
