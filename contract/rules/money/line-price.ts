/** The prices from which a cart line's price is chosen, in whole naira. @source spec section 3 (Item price rule) */
export interface CartLinePriceFields {
  quantity: number;
  itemPrice?: number | null;
  /** The price of one selling unit without a group. */
  basePrice?: number | null;
  product: { price: number };
  sellingUnit?: { priceType: string; customPrice?: number | null; pricePerUnit?: number | null } | null;
}

/** Returns the price of one unit in whole naira: the line's own price, else the selling unit's, else the product's. */
export function getCartLineUnitPrice(line: CartLinePriceFields): number {
  if (typeof line.itemPrice === 'number') return line.itemPrice;
  const unit = line.sellingUnit;
  if (unit?.priceType === 'manual' && typeof unit.customPrice === 'number') return unit.customPrice;
  if (unit?.priceType === 'calculated' && typeof unit.pricePerUnit === 'number') return unit.pricePerUnit;
  return line.product.price;
}

/** @returns price times quantity, whole naira. */
export function calculateCartLineTotal(line: CartLinePriceFields): number {
  return getCartLineUnitPrice(line) * line.quantity;
}

/** @returns what the line costs less than without a group, whole naira, never below 0. */
export function calculateCartLineSaving(line: CartLinePriceFields): number {
  return Math.max(0, (line.basePrice ?? 0) - getCartLineUnitPrice(line)) * line.quantity;
}
