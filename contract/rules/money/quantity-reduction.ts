/**
 * Calculates the refund for keeping fewer units of a paid order line, whole naira. `take_less.sql` has the same rule;
 * both must change together.
 * @param paidNaira amount paid for the order line minus its refunds.
 * @param quantity present number of selling units.
 * @param newQuantity smaller number of selling units, at least 1.
 */
export function calculateQuantityReductionRefund(
  paidNaira: number,
  quantity: number,
  newQuantity: number,
): number {
  return Math.floor((paidNaira * (quantity - newQuantity)) / quantity);
}
