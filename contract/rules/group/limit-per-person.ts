import { formatUnitQuantity } from '../product/unit-quantity.ts';

export function formatLimitPerPerson(maxUnits: number, baseUnitName: string | null): string {
  return `One person can have at most ${formatUnitQuantity(maxUnits, baseUnitName)} in a group.`;
}
