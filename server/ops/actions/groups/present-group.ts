import { koboToNaira } from '#contract/kobo.ts';
import type { OperatorGroup } from '../../../features/groups/group-operator-repository.ts';

/** A group as operators see it: amounts in naira. */
export function presentGroup({
  owedKobo,
  collectedKobo,
  refundKobo,
  unitsSold,
  minUnits,
  participantCount,
  ...group
}: OperatorGroup) {
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
