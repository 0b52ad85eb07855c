import { formatUnitQuantity } from '../product/unit-quantity.ts';

/** Formats the maximum that one person may buy in a group, in the product's base unit. */
export function formatLimitPerPerson(maxUnits: number, baseUnitName: string | null): string {
  return `One person can have at most ${formatUnitQuantity(maxUnits, baseUnitName)} in a group.`;
}
