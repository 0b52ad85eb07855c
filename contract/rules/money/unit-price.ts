/**
 * A calculated unit costs its share of the largest unit's price, rounded to whole naira.
 * `server/features/groups/sql/product_snapshot.sql` stores the same value when a group opens. @source groups.md, spec
 * section 9 (Unit price)
 *
 * @param priceNaira price of the largest unit, whole naira.
 * @param baseUnitQuantity base units in this unit.
 * @param largestBaseUnitQuantity base units in the largest unit, above 0.
 */
export function calculateUnitPrice(
  priceNaira: number,
  baseUnitQuantity: number,
  largestBaseUnitQuantity: number,
): number {
  return Math.round((priceNaira * baseUnitQuantity) / largestBaseUnitQuantity);
}
