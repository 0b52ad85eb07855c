/**
 * Calculates what a member gets back, in whole naira, for taking less of a paid order line. `take_less.sql` has the same
 * rule.
 *
 * @param paidNaira amount paid for the order line minus its refunds.
 * @param quantity present number of selling units.
 * @param kept the smaller number, at least 1.
 */
export function calculateTakeLessNaira(paidNaira: number, quantity: number, kept: number): number {
  return Math.floor((paidNaira * (quantity - kept)) / quantity);
}
