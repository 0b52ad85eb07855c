/** The open cart at current prices, as the shopper sees it, in kobo. */
export interface CheckoutCart {
  cartId: string;
  version: number;
  lines: CheckoutLine[];
  /** Sum of the lines that can be bought, in kobo. */
  totalKobo: number;
  /** Wallet balance in kobo, including the part that running card payments reserve. */
  balanceKobo: number;
}

export interface CheckoutLine {
  productId: string;
  product: {
    title: string;
    /** Id of the open group that a buyer would join now; null: no group is open. */
    joinableGroupId: string | null;
    baseUnitName: string;
    /** Maximum number of base units that one person may buy in one group; null: no limit. */
    maxUnitsPerPerson: number | null;
  };
  variant: string | null;
  unitName: string | null;
  quantity: number;
  /** Current price and selling unit; null: the line can no longer be bought. */
  offer: { baseUnitQuantity: number; unitPriceKobo: number } | null;
}
