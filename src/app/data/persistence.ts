import type { QueryClient } from '@tanstack/react-query';
import { syncStoredCartWithQueryCache } from '../../features/cart/data/stored-cart.ts';
import type { AppServices } from '../../lib/react/services.ts';
import {
  getSession,
  getSessionUserId,
  readStoredUserId,
  subscribeSession,
} from '../../lib/session/session.ts';
import { createPersistedCache, type PersistedCache } from '../../offline/cache/persisted-cache.ts';
import { createOfflineServices, type OfflineServices } from '../../offline/offline-services.ts';
import { createShopperDataPurge } from './purge.ts';
import { allQueryFamilySettings } from './query-families.ts';

/**
 * Opens the query data that the phone stores for the current shopper. It is called again when another shopper signs in.
 */
function open(queryClient: QueryClient, phone: OfflineServices): PersistedCache {
  const userId = getSessionUserId();
  const cache = createPersistedCache({
    storage: phone.storage,
    queryClient,
    families: allQueryFamilySettings,
    userId,
    mayWrite: (id) => readStoredUserId() === id,
  });
  const unfollowCart = userId === null ? () => {} : syncStoredCartWithQueryCache(queryClient, userId);
  const stop = () => {
    cache.stop();
    unfollowCart();
  };
  phone.cache = { ...cache, stop };
  return phone.cache;
}

/** Restores the stored query data. Waits 600 ms at most, so that a slow disk does not delay the page longer. */
export async function restorePersistedCache(queryClient: QueryClient, services: AppServices): Promise<void> {
  const phone = services.get(createOfflineServices);
  await (phone.cache ?? open(queryClient, phone)).restore();
}

/**
 * Starts to store query data on the phone. Server-rendered pages call it after the first render, which must match the
 * server's.
 */
export async function startCachePersistence(queryClient: QueryClient, services: AppServices): Promise<void> {
  const phone = services.get(createOfflineServices);
  const purge = services.get(createShopperDataPurge);
  const cache = phone.cache ?? open(queryClient, phone);
  await cache.restore();
  cache.start();
  void purge.removeStrangers(readStoredUserId()).catch(() => undefined);
  const changeHands = () => {
    if (purge.isUnderWay() || getSession().status === 'undetermined') return;
    if (phone.cache?.userId === getSessionUserId()) return;
    stopCachePersistence(phone);
    const next = open(queryClient, phone);
    void next.restore().then(() => next.start());
    void purge.removeStrangers(readStoredUserId()).catch(() => undefined);
  };
  // The next shopper's stored data is opened only after the previous shopper's data is deleted.
  subscribeSession(() => queueMicrotask(changeHands));
  purge.subscribe(changeHands);
}

/** Stops at once to store query data on the phone, and drops waiting writes. */
export function stopCachePersistence(phone: OfflineServices): void {
  phone.cache?.stop();
  phone.cache = null;
}
