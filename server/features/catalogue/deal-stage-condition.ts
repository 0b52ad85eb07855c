import { ALMOST_FULL_PERCENT, CLOSING_SOON_HOURS, type DealStage } from '#contract/rules/group/deal-stage.ts';

/**
 * SQL conditions of the deal stages: a group closes soon, or is almost full. `isGroupAtDealStage` in the contract
 * states the same rule; both must change together.
 */
const AT_STAGE: Record<DealStage, string> = {
  'closing-soon': `g.deadline <= app_now() + interval '${CLOSING_SOON_HOURS} hours'`,
  'almost-full': `g.units_sold::bigint * 100 >= g.min_units::bigint * ${ALMOST_FULL_PERCENT}`,
};

/** Returns an SQL condition: group `g` still accepts buyers, and closes soon or is almost full, as `stage` requires. */
export function buildDealStageConditionSql(stage: DealStage): string {
  return `g.kind = 'open' AND g.joinable AND g.deadline > app_now() AND ${AT_STAGE[stage]}`;
}
