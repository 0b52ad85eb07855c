import type { QueryClient } from '@tanstack/react-query';
import type { Cart } from '#contract/schemas/cart.ts';
import { CART_STORED_MS, cartKeys } from '../../lib/cart-keys.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/**
 * The last cart that the server confirmed, under the names of the specification. Valid for 30 minutes; for the
 * first two it is believed without asking again. @source spec section 9 (Cart storage), offline.md section 2
 */

const CART_COMPARE_MS = 2 * 60_000;
const CART_KEY = 'cartData';
const TIME_KEY = 'cartDataTimestamp';

/** @returns null when nothing readable, own and young enough is there; what is not is removed. */
export function readStoredCart(userId: string, nowMs: number): { cart: Cart; storedAtMs: number } | null {
  try {
    const text = readStored('localStorage', CART_KEY);
    if (text === null) return null;
    const { userId: owner, ...cart } = JSON.parse(text) as Cart & { userId: string };
    const storedAtMs = Number(readStored('localStorage', TIME_KEY) ?? Number.NaN);
    const ageMs = nowMs - storedAtMs;
    if (owner === userId && Array.isArray(cart.items) && ageMs >= 0 && ageMs < CART_STORED_MS) {
      return { cart, storedAtMs };
    }
  } catch {
    // Unreadable: as if there were none.
  }
  removeStoredCart();
  return null;
}

function removeStoredCart(): void {
  removeStored('localStorage', CART_KEY);
  removeStored('localStorage', TIME_KEY);
}

/** An empty cart is not stored: it takes the stored one away. */
export function storeCart(userId: string, cart: Cart, nowMs: number): void {
  if (cart.items.length === 0) removeStoredCart();
  else if (writeStored('localStorage', CART_KEY, JSON.stringify({ ...cart, userId }))) {
    writeStored('localStorage', TIME_KEY, String(nowMs));
  }
}

/**
 * Shows the stored cart where none is known yet, and stores each one that the server confirms. Of two tabs
 * the newer cart wins.
 *
 * @returns the end of it.
 */
export function followStoredCart(queryClient: QueryClient, userId: string): () => void {
  const queryKey = cartKeys.cart(userId);
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
      // Out of the saved cache, into which another tab may have written an older one: shown, and asked about.
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    // A cart that came from the storage carries the storage's date.
    if (String(state.dataUpdatedAt) === readStored('localStorage', TIME_KEY)) return;
    storeCart(userId, state.data as Cart, state.dataUpdatedAt);
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
