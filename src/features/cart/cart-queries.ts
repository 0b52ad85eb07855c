import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getCart } from '#contract/member-endpoints.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import { callApi } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-errors.ts';
import { QUERY_CACHE_MS, QUERY_STALE_MS } from '../../lib/cache-times.ts';
import { cartQueryKeys } from '../../lib/cart-keys.ts';

/** The page was loaded at this time, milliseconds of the phone's clock. */
const loadedAtMs = Date.now();

/** True for a cart restored from the phone, false for a response received by this page. */
export function isCartRestoredFromPhone(updatedAt: number): boolean {
  return updatedAt > 0 && updatedAt < loadedAtMs;
}

/** Fetches the server's cart. It is stale after 15 minutes and cached for an hour. @source spec section 7 */
export const cartQuery = (userId: string) =>
  queryOptions({
    queryKey: cartQueryKeys.cart(userId),
    queryFn: ({ signal }) => fetchCart(signal),
    staleTime: QUERY_STALE_MS.cart,
    gcTime: QUERY_CACHE_MS.cart,
    // Another tab or phone may have changed the cart.
    refetchOnWindowFocus: 'always',
  });

/** Caches the cart of a command's response. @param answeredAtMs by the phone's clock; default: now. */
export function cacheCart(
  queryClient: QueryClient,
  userId: string,
  cart: Cart,
  answeredAtMs = Date.now(),
): void {
  const queryKey = cartQueryKeys.cart(userId);
  // Cancels older fetches: one that started before the command could overwrite its result for 15 minutes.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, completed(cart), { updatedAt: answeredAtMs });
}

/** Fetches the cart. Without an open cart the server answers 404 with an empty cart as the body. */
export async function fetchCart(signal: AbortSignal, timeoutMs?: number): Promise<Cart> {
  try {
    return completed(await callApi(getCart, timeoutMs === undefined ? {} : { timeoutMs }, signal));
  } catch (error) {
    if (isApiError(error, 404) && isCart(error.body)) return completed(error.body);
    throw error;
  }
}

/** Fills `available` and the image sizes, which the specified cart lines lack. @source spec section 3 */
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
