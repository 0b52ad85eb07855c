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
import { createOfflineStores, type OfflineStores } from '../../offline/offline-stores.ts';
import { allPersistedQueries } from './all-persisted-queries.ts';
import { createShopperDataPurge } from './purge.ts';

/**
 * Opens the query data that the phone stores for the current shopper. It is called again when another shopper signs in.
 */
function open(queryClient: QueryClient, stores: OfflineStores): PersistedCache {
  const userId = getSessionUserId();
  const cache = createPersistedCache({
    storage: stores.storage,
    queryClient,
    queries: allPersistedQueries,
    userId,
    mayWrite: (id) => readStoredUserId() === id,
  });
  const unfollowCart = userId === null ? () => {} : syncStoredCartWithQueryCache(queryClient, userId);
  const stop = () => {
    cache.stop();
    unfollowCart();
  };
  stores.cache = { ...cache, stop };
  return stores.cache;
}

/** Restores the stored query data. Waits 600 ms at most, so that a slow disk does not delay the page longer. */
export async function restorePersistedQueryCache(
  queryClient: QueryClient,
  services: AppServices,
): Promise<void> {
  const stores = services.get(createOfflineStores);
  await (stores.cache ?? open(queryClient, stores)).restore();
}

/**
 * Starts to store query data on the phone. Server-rendered pages call it after the first render, which must match the
 * server's.
 */
export async function startQueryPersistence(queryClient: QueryClient, services: AppServices): Promise<void> {
  const stores = services.get(createOfflineStores);
  const purge = services.get(createShopperDataPurge);
  const cache = stores.cache ?? open(queryClient, stores);
  await cache.restore();
  cache.start();
  void purge.removeStrangers(readStoredUserId()).catch(() => undefined);
  const changeHands = () => {
    if (purge.isUnderWay() || getSession().status === 'undetermined') return;
    if (stores.cache?.userId === getSessionUserId()) return;
    stopQueryPersistence(stores);
    const next = open(queryClient, stores);
    void next.restore().then(() => next.start());
    void purge.removeStrangers(readStoredUserId()).catch(() => undefined);
  };
  // The next shopper's stored data is opened only after the previous shopper's data is deleted.
  subscribeSession(() => queueMicrotask(changeHands));
  purge.subscribe(changeHands);
}

/** Stops at once to store query data on the phone, and drops waiting writes. */
export function stopQueryPersistence(stores: OfflineStores): void {
  stores.cache?.stop();
  stores.cache = null;
}
