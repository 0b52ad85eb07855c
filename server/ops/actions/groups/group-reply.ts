import { koboToNaira } from '#contract/rules/money/kobo.ts';
import type { GroupRowForOperator } from '../../../features/groups/group-operator-repository.ts';

/** Converts a group to the operator's reply, with amounts in naira. */
export function toGroupReplyForOperator({
  owedKobo,
  collectedKobo,
  refundKobo,
  unitsSold,
  minUnits,
  participantCount,
  ...group
}: GroupRowForOperator) {
  return {
    ...group,
    unitsSold,
    minUnits,
    units: `${unitsSold}/${minUnits}`,
    participants: participantCount,
    owedNaira: koboToNaira(owedKobo),
    collectedNaira: koboToNaira(collectedKobo),
    refundNaira: koboToNaira(refundKobo),
  };
}
