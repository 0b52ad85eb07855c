import type { Cart } from '#contract/schemas/cart.ts';
import { userFamily } from './query-families.ts';

/** Where the cart lies in the cache: the cart draws it there, and a payment ends the one that it paid. */

export const CART_STORED_MS = 30 * 60_000;

/**
 * Kept as its copy under the specification's own name is: as long, and no empty one. Where no cart is known the server
 * is waited for, for somebody may have filled it from elsewhere.
 */
export const cartFamily = userFamily('cart', {
  keptMs: CART_STORED_MS,
  isKept: (cart) => (cart as Partial<Cart> | undefined)?.items?.length !== 0,
});

export const cartKeys = {
  cart: cartFamily.key,
};
