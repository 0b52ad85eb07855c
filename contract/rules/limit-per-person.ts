import { formatUnitQuantity } from './unit-quantity.ts';

/** Says the most that one person may have in a group of a product, in its base unit. */
export function formatLimitPerPerson(maxUnits: number, baseUnitName: string | null): string {
  return `One person can have at most ${formatUnitQuantity(maxUnits, baseUnitName)} in a group.`;
}
