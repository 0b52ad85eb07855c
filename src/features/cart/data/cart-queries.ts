import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getCart } from '#contract/member-endpoints.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { isApiError } from '../../../lib/api/api-errors.ts';
import { QUERY_CACHE_LIFETIME_MS, QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { cartQueryKeys } from '../../../lib/query/cart-keys.ts';

/** Time at which the page was loaded, milliseconds of the phone's clock. */
const loadedAtMs = Date.now();

/** True for a cart from the phone's storage, false for one that this page has fetched. */
export function wasCartFetchedBeforePageLoad(fetchedAtMs: number): boolean {
  return fetchedAtMs > 0 && fetchedAtMs < loadedAtMs;
}

/**
 * Fetches the server's cart. The cart is stale after 15 minutes and stays in memory for an hour. @source spec section 7
 */
export const cartQuery = (userId: string) =>
  queryOptions({
    queryKey: cartQueryKeys.cart(userId),
    queryFn: ({ signal }) => fetchCart(signal),
    staleTime: QUERY_STALE_TIME_MS.cart,
    gcTime: QUERY_CACHE_LIFETIME_MS.cart,
    // The cart is fetched again when the page becomes visible, because another tab or phone may have changed it.
    refetchOnWindowFocus: 'always',
    // While the phone was offline, prices may have changed and products may have been withdrawn.
    refetchOnReconnect: 'always',
  });

/**
 * Stores the cart of a command's response.
 * @param answeredAtMs time of the response by the phone's clock; default: now.
 */
export function cacheCart(
  queryClient: QueryClient,
  userId: string,
  cart: Cart,
  answeredAtMs = Date.now(),
): void {
  const queryKey = cartQueryKeys.cart(userId);
  // A fetch that started before the command is cancelled, because its older cart would replace the new one for 15
  // minutes.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, completed(cart), { updatedAt: answeredAtMs });
}

/** Fetches the cart. A shopper without one gets a 404 whose body is an empty cart. */
export async function fetchCart(signal: AbortSignal, timeoutMs?: number): Promise<Cart> {
  try {
    return completed(await callApi(getCart, timeoutMs === undefined ? {} : { timeoutMs }, signal));
  } catch (error) {
    if (isApiError(error, 404) && isCart(error.body)) return completed(error.body);
    throw error;
  }
}

/**
 * Adds `available` and the image sizes, which are no part of the specified API, so other servers may not send them.
 * @source spec section 3
 */
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
