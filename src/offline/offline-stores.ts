import { useAppService } from '../lib/react/services.ts';
import type { PersistedCache } from './cache/persisted-cache.ts';
import { Outbox } from './outbox/outbox.ts';
import { OfflineStorage } from './storage/storage.ts';

/** Groups the services that store a shopper's data on the phone. */
export interface OfflineStores {
  readonly storage: OfflineStorage;
  readonly outbox: Outbox;
  /** The stored data of the current user; null until it is opened. */
  cache: PersistedCache | null;
}

export function createOfflineStores(): OfflineStores {
  const storage = new OfflineStorage();
  return { storage, outbox: new Outbox(storage), cache: null };
}

export function useOfflineStores(): OfflineStores {
  return useAppService(createOfflineStores);
}
