import { queryOptions } from '@tanstack/react-query';
import { getCart } from '#contract/endpoints.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-errors.ts';
import { KEEP, STALE } from '../../lib/stale-times.ts';

export const cartKeys = {
  cart: (userId: string) => ['u', userId, 'cart'] as const,
};

/** The server's cart. Stale after 15 minutes, kept for an hour. @source spec section 7 */
export const cartQuery = (userId: string) =>
  queryOptions({
    queryKey: cartKeys.cart(userId),
    queryFn: ({ signal }) => fetchCart(signal),
    staleTime: STALE.cart,
    gcTime: KEEP.cart,
    // Another tab or phone may have changed it meanwhile.
    refetchOnWindowFocus: 'always',
  });

/** Without an open cart the server answers 404 with an empty cart as the body; that body is the cart. */
async function fetchCart(signal: AbortSignal): Promise<Cart> {
  try {
    return await call(getCart, {}, signal);
  } catch (error) {
    if (isApiError(error, 404) && isCart(error.body)) return error.body;
    throw error;
  }
}

function isCart(body: unknown): body is Cart {
  return typeof body === 'object' && body !== null && Array.isArray((body as Partial<Cart>).items);
}
