import type { Cart } from '#contract/schemas/cart.ts';
import { userQueryFamily } from './query-families.ts';

/** The cart's query keys are shared by the cart and by payments, which clear it. */

export const CART_STORED_MS = 30 * 60_000;

/** A non-empty cart persists as long as its copy under the specification's key. */
export const cartQueryFamily = userQueryFamily('cart', {
  keptMs: CART_STORED_MS,
  isKept: (cart) => (cart as Partial<Cart> | undefined)?.items?.length !== 0,
});

export const cartKeys = {
  cart: cartQueryFamily.key,
};
