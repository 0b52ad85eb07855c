import { formatBaseUnitQuantity } from '../product/unit-quantity.ts';

export function formatLimitPerPerson(maxUnits: number, baseUnitName: string | null): string {
  return `One person can have at most ${formatBaseUnitQuantity(maxUnits, baseUnitName)} in a group.`;
}
