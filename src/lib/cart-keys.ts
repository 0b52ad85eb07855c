import type { Cart } from '#contract/schemas/cart.ts';
import { createUserQueryFamily } from './query-families.ts';

/** The cart's query keys are shared by the cart and by payments, which clear it. */

export const STORED_CART_MAX_AGE_MS = 30 * 60_000;

/** A non-empty cart persists as long as its copy under the specification's key. */
export const cartQueryFamily = createUserQueryFamily('cart', {
  keptMs: STORED_CART_MAX_AGE_MS,
  isKept: (cart) => (cart as Partial<Cart> | undefined)?.items?.length !== 0,
});

export const cartQueryKeys = {
  cart: cartQueryFamily.key,
};
