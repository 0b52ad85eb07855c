import type { Queryable } from '../../db/database.ts';
import type { ProductsById } from '../catalogue/products-by-id.ts';
import { readPricedCart } from './priced-cart.ts';

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

/** The open cart for a checkout: the very prices that the cart shows. Null: no open cart. */
export async function readCheckoutCart(
  tx: Queryable,
  productsById: ProductsById,
  userId: string,
): Promise<CheckoutCart | null> {
  const cart = await readPricedCart(tx, productsById, userId);
  if (!cart) return null;
  const lines = cart.lines.map(({ product, productId, variant, unitName, quantity, offer }) => ({
    productId,
    title: product.title,
    variant,
    unitName,
    quantity,
    joinableGroupId: product.group?.isJoinable ? product.group.id : null,
    offer: offer && { baseUnitQuantity: offer.baseUnitQuantity, unitPriceKobo: offer.unitPriceKobo },
  }));
  return { cartId: cart.cartId, version: cart.version, lines, totalKobo: cart.totalKobo };
}
