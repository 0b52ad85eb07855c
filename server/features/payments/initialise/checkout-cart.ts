/** The open cart at current prices, as the cart shows them. Kobo. */
export interface CheckoutCart {
  cartId: string;
  version: number;
  lines: CheckoutLine[];
  /** Sum of the lines that can be bought. */
  totalKobo: number;
  /** The wallet balance, holds included. */
  balanceKobo: number;
}

export interface CheckoutLine {
  productId: string;
  product: {
    title: string;
    /** The group that a join would enter now; null: none is open. */
    joinableGroupId: string | null;
    baseUnitName: string;
    /** Base units that one person may have in one group; null: no limit. */
    maxUnitsPerPerson: number | null;
  };
  variant: string | null;
  unitName: string | null;
  quantity: number;
  /** null: the line can no longer be bought. */
  offer: { baseUnitQuantity: number; unitPriceKobo: number } | null;
}
