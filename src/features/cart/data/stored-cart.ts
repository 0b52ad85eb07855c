import type { QueryClient } from '@tanstack/react-query';
import type { Cart } from '#contract/schemas/cart.ts';
import { cartQueryKeys, STORED_CART_MAX_AGE_MS } from '../../../lib/query/cart-keys.ts';
import {
  readBrowserStorage,
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../../lib/storage/storage.ts';

/**
 * Stores the last cart that the server confirmed, for 30 minutes.
 * @source spec section 9 (Cart storage), offline.md section 2
 */

const CART_COMPARE_MS = 2 * 60_000;
const CART_KEY = 'cartData';
const TIME_KEY = 'cartDataTimestamp';

/** @returns the stored cart; null unless it is readable, recent and of this user. Any other stored cart is removed. */
export function readStoredCart(userId: string, nowMs: number): { cart: Cart; storedAtMs: number } | null {
  const stored = readJsonFromBrowserStorage('localStorage', CART_KEY) as (Cart & { userId: string }) | null;
  const storedAtMs = Number(readBrowserStorage('localStorage', TIME_KEY) ?? Number.NaN);
  const ageMs = nowMs - storedAtMs;
  if (
    stored?.userId === userId &&
    Array.isArray(stored.items) &&
    ageMs >= 0 &&
    ageMs < STORED_CART_MAX_AGE_MS
  ) {
    const { userId: _owner, ...cart } = stored;
    return { cart, storedAtMs };
  }
  removeStoredCart();
  return null;
}

function removeStoredCart(): void {
  removeFromBrowserStorage('localStorage', CART_KEY);
  removeFromBrowserStorage('localStorage', TIME_KEY);
}

/** Stores the cart. An empty cart is removed from storage. */
export function writeStoredCart(userId: string, cart: Cart, nowMs: number): void {
  if (cart.items.length === 0) removeStoredCart();
  else if (writeBrowserStorage('localStorage', CART_KEY, JSON.stringify({ ...cart, userId }))) {
    writeBrowserStorage('localStorage', TIME_KEY, String(nowMs));
  }
}

/**
 * Shows the stored cart until the server has sent one, and stores each cart from the server.
 * @returns a function that unsubscribes.
 */
export function syncStoredCartWithQueryCache(queryClient: QueryClient, userId: string): () => void {
  const queryKey = cartQueryKeys.cart(userId);
  const adopt = () => {
    const stored = readStoredCart(userId, Date.now());
    const knownAtMs = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    if (!stored || stored.storedAtMs <= knownAtMs) return;
    queryClient.setQueryData(queryKey, stored.cart, { updatedAt: stored.storedAtMs });
    if (Date.now() - stored.storedAtMs >= CART_COMPARE_MS) void queryClient.invalidateQueries({ queryKey });
  };
  adopt();
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const { queryKey: key, state } = event.query;
    if (key[0] !== 'u' || key[1] !== userId || key[2] !== queryKey[2]) return;
    if (event.type === 'added' && state.data !== undefined) {
      // A restored cart shows at once and is fetched again, because another tab may have a newer one.
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    // A restored cart carries the time at which it was stored, so it is not written again.
    if (String(state.dataUpdatedAt) === readBrowserStorage('localStorage', TIME_KEY)) return;
    writeStoredCart(userId, state.data as Cart, state.dataUpdatedAt);
  });
  const handleStorage = (event: StorageEvent) => {
    if (event.key === TIME_KEY) adopt();
  };
  addEventListener('storage', handleStorage);
  return () => {
    unsubscribe();
    removeEventListener('storage', handleStorage);
  };
}
