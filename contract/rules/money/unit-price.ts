/**
 * Calculates a unit's share of the largest unit's price, in whole naira, as `product_snapshot.sql` does.
 * @param priceNaira price of the largest unit, whole naira.
 * @param baseUnitQuantity base units in this unit.
 * @param largestBaseUnitQuantity base units in the largest unit, above 0.
 * @source groups.md, spec section 9 (Unit price)
 */
export function calculateProRataPrice(
  priceNaira: number,
  baseUnitQuantity: number,
  largestBaseUnitQuantity: number,
): number {
  return Math.round((priceNaira * baseUnitQuantity) / largestBaseUnitQuantity);
}
