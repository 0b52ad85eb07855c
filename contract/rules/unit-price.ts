/** What a selling unit costs. @source groups.md, spec section 9 (Unit price) */

/**
 * The price of a calculated unit: its share of the price of the largest unit, rounded to whole naira. A group that
 * opens freezes the same (`server/features/groups/sql/product_snapshot.sql`).
 *
 * @param priceNaira price of the largest unit, whole naira.
 * @param baseUnitQuantity base units in this unit.
 * @param largestBaseUnitQuantity base units in the largest unit, above 0.
 */
export function calculatedUnitPrice(
  priceNaira: number,
  baseUnitQuantity: number,
  largestBaseUnitQuantity: number,
): number {
  return Math.round((priceNaira * baseUnitQuantity) / largestBaseUnitQuantity);
}
