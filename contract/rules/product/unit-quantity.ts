import { formatInteger } from '../money/money.ts';

/**
 * Matches names that get a plural: one word of three letters or more, such as `bag`. Names such as kg and L stay
 * unchanged.
 */
const COUNTED_WORD = /^[a-z]{3,}$/i;
const TAKES_ES = /(s|x|z|ch|sh)$/i;

/**
 * Formats a number of base units: `250 kg`, `1 litre`, `3 bags`.
 * @param baseUnitName null or empty: the product is counted in items.
 */
export function formatBaseUnitQuantity(count: number, baseUnitName: string | null): string {
  return `${formatInteger(count)} ${nameUnit(count, baseUnitName)}`;
}

/** Formats a part of a quantity, such as of a group's minimum: `380 of 500 kg`. */
export function formatBaseUnitsOfTotal(count: number, minimum: number, baseUnitName: string | null): string {
  return `${formatInteger(count)} of ${formatBaseUnitQuantity(minimum, baseUnitName)}`;
}

function nameUnit(count: number, baseUnitName: string | null): string {
  const name = baseUnitName || 'item';
  if (count === 1 || !COUNTED_WORD.test(name)) return name;
  return TAKES_ES.test(name) ? `${name}es` : `${name}s`;
}
