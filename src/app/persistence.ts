import type { QueryClient } from '@tanstack/react-query';
import { syncStoredCart } from '../features/cart/stored-cart.ts';
import type { Services } from '../lib/services.ts';
import { getSession, sessionUserId, storedUserId, subscribeSession } from '../lib/session.ts';
import { createPersistedCache, type PersistedCache } from '../offline/cache/persisted-cache.ts';
import { createOfflineServices, type OfflineServices } from '../offline/offline-services.ts';
import { createPurge } from './purge.ts';
import { queryFamilies } from './query-families.ts';

/** Replaces the persisted cache whenever the current shopper changes. */

function open(queryClient: QueryClient, phone: OfflineServices): PersistedCache {
  const userId = sessionUserId();
  const cache = createPersistedCache({
    storage: phone.storage,
    queryClient,
    families: queryFamilies,
    userId,
    mayWrite: (id) => storedUserId() === id,
  });
  const unfollowCart = userId === null ? () => {} : syncStoredCart(queryClient, userId);
  const stop = () => {
    cache.stop();
    unfollowCart();
  };
  phone.cache = { ...cache, stop };
  return phone.cache;
}

/** Restores the phone's persisted data; waits 600 ms at most. */
export async function restoreCache(queryClient: QueryClient, services: Services): Promise<void> {
  const phone = services.get(createOfflineServices);
  await (phone.cache ?? open(queryClient, phone)).restore();
}

/** Starts persisting the cache. On a hydrated page call it after the first render. */
export async function persistCache(queryClient: QueryClient, services: Services): Promise<void> {
  const phone = services.get(createOfflineServices);
  const purge = services.get(createPurge);
  const cache = phone.cache ?? open(queryClient, phone);
  await cache.restore();
  cache.start();
  void purge.removeStrangers(storedUserId()).catch(() => undefined);
  const changeHands = () => {
    if (purge.isUnderWay() || getSession().status === 'undetermined') return;
    if (phone.cache?.userId === sessionUserId()) return;
    stopPersisting(phone);
    const next = open(queryClient, phone);
    void next.restore().then(() => next.start());
    void purge.removeStrangers(storedUserId()).catch(() => undefined);
  };
  // On sign-out the session changes first; this waits until the purge has finished.
  subscribeSession(() => queueMicrotask(changeHands));
  purge.subscribe(changeHands);
}

/** Stops writing at once. */
export function stopPersisting(phone: OfflineServices): void {
  phone.cache?.stop();
  phone.cache = null;
}
