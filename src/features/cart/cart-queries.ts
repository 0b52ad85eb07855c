import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getCart } from '#contract/member-endpoints.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-errors.ts';
import { cartKeys } from '../../lib/cart-keys.ts';
import { KEEP, STALE } from '../../lib/stale-times.ts';

/** When this page was loaded, milliseconds of the phone's clock. */
const loadedAtMs = Date.now();

/** Whether a cart is what the phone had saved, and not an answer since this page was loaded. */
export function isSavedCart(updatedAt: number): boolean {
  return updatedAt > 0 && updatedAt < loadedAtMs;
}

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

/**
 * Puts the cart that a command was answered with into the cache.
 *
 * @param answeredAtMs by the phone's clock; default: just now.
 */
export function confirmCart(
  queryClient: QueryClient,
  userId: string,
  cart: Cart,
  answeredAtMs = Date.now(),
): void {
  const queryKey = cartKeys.cart(userId);
  // A cart that was asked for before the command counted may come after this one, and would stay for 15 minutes.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, completed(cart), { updatedAt: answeredAtMs });
}

/**
 * Without an open cart the server answers 404 with an empty cart as the body; that body is the cart.
 *
 * @param timeoutMs default: that of a read.
 */
export async function fetchCart(signal: AbortSignal, timeoutMs?: number): Promise<Cart> {
  try {
    return completed(await call(getCart, timeoutMs === undefined ? {} : { timeoutMs }, signal));
  } catch (error) {
    if (isApiError(error, 404) && isCart(error.body)) return completed(error.body);
    throw error;
  }
}

/** The specified lines say neither whether they are on offer nor how large their pictures are. @source spec section 3 */
function completed(cart: Cart): Cart {
  const items = cart.items.map((item) => ({
    ...item,
    available: item.available ?? true,
    product: { ...item.product, pictures: item.product.pictures ?? [] },
  }));
  return { ...cart, items };
}

function isCart(body: unknown): body is Cart {
  return typeof body === 'object' && body !== null && Array.isArray((body as Partial<Cart>).items);
}
