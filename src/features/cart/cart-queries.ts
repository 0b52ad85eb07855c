import { type QueryClient, queryOptions } from '@tanstack/react-query';
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

/** Puts the cart that a command was answered with into the cache. */
export function confirmCart(queryClient: QueryClient, userId: string, cart: Cart): void {
  const queryKey = cartKeys.cart(userId);
  // A cart that was asked for before the command counted may come after this one, and would stay for 15 minutes.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, cart);
}

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
