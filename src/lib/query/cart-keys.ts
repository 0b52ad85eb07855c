import type { Cart } from '#contract/schemas/cart.ts';
import { createPersistedUserQueries } from './create-persisted-queries.ts';

/**
 * Query keys of the cart. They are in a file of their own, because payments clear the cart without loading the cart's
 * code.
 */

export const STORED_CART_MAX_AGE_MS = 30 * 60_000;

/** The phone stores a cart for 30 minutes, but never an empty one. @source spec section 9 */
export const persistedCartQueries = createPersistedUserQueries('cart', {
  maxAgeMs: STORED_CART_MAX_AGE_MS,
  isKept: (cart) => (cart as Partial<Cart> | undefined)?.items?.length !== 0,
});

export const cartQueryKeys = {
  cart: persistedCartQueries.key,
};
