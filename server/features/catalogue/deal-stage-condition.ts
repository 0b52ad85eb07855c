import { ALMOST_FULL_PERCENT, CLOSING_SOON_HOURS, type DealStage } from '#contract/rules/group/deal-stage.ts';

/**
 * SQL conditions of the deal stages. `isGroupAtDealStage` in the contract states the same rule; both must change
 * together.
 */
const AT_STAGE: Record<DealStage, string> = {
  'closing-soon': `g.deadline <= app_now() + interval '${CLOSING_SOON_HOURS} hours'`,
  'almost-full': `g.units_sold::bigint * 100 >= g.min_units::bigint * ${ALMOST_FULL_PERCENT}`,
};

/** Returns an SQL condition for a group `g`: a shopper can join it, and it is at the deal stage. */
export function buildDealStageConditionSql(stage: DealStage): string {
  return `g.kind = 'open' AND g.joinable AND g.deadline > app_now() AND ${AT_STAGE[stage]}`;
}
