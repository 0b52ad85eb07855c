import type { Queryable } from '../../db/database.ts';

/** The open cart at today's prices, as far as a checkout needs it. Money in kobo. */
export interface CheckoutCart {
  cartId: string;
  version: number;
  lines: CheckoutLine[];
  /** Sum of the lines that can be bought. */
  totalKobo: number;
}

export interface CheckoutLine {
  productId: string;
  title: string;
  variant: string | null;
  unitName: string | null;
  quantity: number;
  /** The group a join would land in now; null: none is open. */
  joinableGroupId: string | null;
  /** Null when the line can no longer be bought as it stands. */
  offer: { baseUnitQuantity: number; unitPriceKobo: number } | null;
}

/** Given by the cart feature. Null: no open cart. */
export type ReadCheckoutCart = (tx: Queryable, userId: string) => Promise<CheckoutCart | null>;
