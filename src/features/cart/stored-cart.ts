import type { QueryClient } from '@tanstack/react-query';
import type { Cart } from '#contract/schemas/cart.ts';
import { cartQueryKeys, STORED_CART_MAX_AGE_MS } from '../../lib/cart-keys.ts';
import { readBrowserStorage, removeFromBrowserStorage, writeBrowserStorage } from '../../lib/storage.ts';

/**
 * Stores the last confirmed cart for 30 minutes; for the first two it needs no fetch.
 * @source spec section 9 (Cart storage), offline.md section 2
 */

const CART_COMPARE_MS = 2 * 60_000;
const CART_KEY = 'cartData';
const TIME_KEY = 'cartDataTimestamp';

/** @returns null unless a readable, own and fresh cart is stored; anything else is removed. */
export function readStoredCart(userId: string, nowMs: number): { cart: Cart; storedAtMs: number } | null {
  try {
    const text = readBrowserStorage('localStorage', CART_KEY);
    if (text === null) return null;
    const { userId: owner, ...cart } = JSON.parse(text) as Cart & { userId: string };
    const storedAtMs = Number(readBrowserStorage('localStorage', TIME_KEY) ?? Number.NaN);
    const ageMs = nowMs - storedAtMs;
    if (owner === userId && Array.isArray(cart.items) && ageMs >= 0 && ageMs < STORED_CART_MAX_AGE_MS) {
      return { cart, storedAtMs };
    }
  } catch {
    // An unreadable stored cart is treated as no cart.
  }
  removeStoredCart();
  return null;
}

function removeStoredCart(): void {
  removeFromBrowserStorage('localStorage', CART_KEY);
  removeFromBrowserStorage('localStorage', TIME_KEY);
}

/** Stores the cart; an empty cart is removed from storage. */
export function writeStoredCart(userId: string, cart: Cart, nowMs: number): void {
  if (cart.items.length === 0) removeStoredCart();
  else if (writeBrowserStorage('localStorage', CART_KEY, JSON.stringify({ ...cart, userId }))) {
    writeBrowserStorage('localStorage', TIME_KEY, String(nowMs));
  }
}

/**
 * Shows the stored cart until one is known, and stores every cart the server confirms. The newest cart wins between
 * tabs.
 * @returns a function that unsubscribes.
 */
export function syncStoredCart(queryClient: QueryClient, userId: string): () => void {
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
      // The persisted cache may hold an older cart of another tab, so it is displayed and fetched again.
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    // A cart restored from storage has the stored date and needs no write.
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
