/** The open cart at today's prices, as far as a payment needs it: the very prices that the cart shows. Money in kobo. */
export interface CheckoutCart {
  cartId: string;
  version: number;
  lines: CheckoutLine[];
  /** Sum of the lines that can be bought. */
  totalKobo: number;
  /** The shopper's wallet, holds included. */
  balanceKobo: number;
}

export interface CheckoutLine {
  productId: string;
  product: {
    title: string;
    /** The group a join would land in now; null: none is open. */
    joinableGroupId: string | null;
  };
  variant: string | null;
  unitName: string | null;
  quantity: number;
  /** Null when the line can no longer be bought as it stands. */
  offer: { baseUnitQuantity: number; unitPriceKobo: number } | null;
}
