/**
 * Calculates the refund in whole naira for keeping fewer units. `take_less.sql` has the same rule; change both
 * together.
 * @param paidNaira amount paid for the order line minus its refunds.
 * @param quantity present number of selling units.
 */
export function calculateQuantityReductionRefund(
  paidNaira: number,
  quantity: number,
  newQuantity: number,
): number {
  return Math.floor((paidNaira * (quantity - newQuantity)) / quantity);
}
