/**
 * Calculates what comes back in whole naira when fewer selling units of a paid line are kept. `take_less.sql` has the same rule.
 *
 * @param paidNaira what the line still has after refunds. @param quantity of now. @param kept at least 1, fewer than `quantity`.
 */
export function calculateTakeLessNaira(paidNaira: number, quantity: number, kept: number): number {
  return Math.floor((paidNaira * (quantity - kept)) / quantity);
}
