import type { QueryClient } from '@tanstack/react-query';
import { followStoredCart } from '../features/cart/stored-cart.ts';
import { getSession, sessionUserId, storedUserId, subscribeSession } from '../lib/session.ts';
import { createPersistedCache, type PersistedCache } from '../offline/cache/persisted-cache.ts';
import { savedCache, storage } from '../offline/phone.ts';
import { isPurging, purgeStrangers, subscribePurge } from '../offline/purge.ts';
import { queryFamilies } from './query-families.ts';

/** The persisted cache of whoever uses the phone: it changes hands with the session. */

interface Hand {
  userId: string | null;
  persistence: PersistedCache;
  unfollowCart: () => void;
}

let current: Hand | null = null;

function opened(queryClient: QueryClient): PersistedCache {
  return current?.persistence ?? open(queryClient);
}

function open(queryClient: QueryClient): PersistedCache {
  const userId = sessionUserId();
  const persistence = createPersistedCache({
    storage,
    queryClient,
    families: queryFamilies,
    userId,
    mayWrite: (id) => storedUserId() === id,
  });
  const unfollowCart = userId === null ? () => {} : followStoredCart(queryClient, userId);
  current = { userId, persistence, unfollowCart };
  savedCache.current = persistence;
  return persistence;
}

/** Fills the cache with what the phone saved; waits 600 ms at most. */
export async function restoreCache(queryClient: QueryClient): Promise<void> {
  await opened(queryClient).restore();
}

/** Follows the cache and the session from now on. On a hydrated page call it after the first render. */
export async function followCache(queryClient: QueryClient): Promise<void> {
  const persistence = opened(queryClient);
  await persistence.restore();
  persistence.start();
  void purgeStrangers(storedUserId()).catch(() => undefined);
  const changeHands = () => {
    if (isPurging() || getSession().status === 'undetermined') return;
    if (current?.userId === sessionUserId()) return;
    stopCache();
    const next = open(queryClient);
    void next.restore().then(() => next.start());
    void purgeStrangers(storedUserId()).catch(() => undefined);
  };
  // Within a sign-out the session changes first; what follows waits for the end of the purge.
  subscribeSession(() => queueMicrotask(changeHands));
  subscribePurge(changeHands);
}

/** Ends writing at once. */
export function stopCache(): void {
  current?.persistence.stop();
  current?.unfollowCart();
  current = null;
  savedCache.current = null;
}
