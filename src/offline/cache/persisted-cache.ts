import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { QUERY_CACHE_MS } from '../../lib/query/cache-times.ts';
import type { QueryFamilySettings } from '../../lib/query/query-families.ts';
import type { OfflineStorage } from '../storage/storage.ts';
import {
  type CacheOwner,
  getCacheRecordKey,
  getQueryFamilyKeyPrefix,
  PUBLIC_CACHE_RECORD_KEY,
  parsePersistedCache,
  selectQueriesToPersist,
  serialisePersistedCache,
} from './persisted-queries.ts';

/**
 * Stores API responses on the phone: one record for public data, one for the signed-in shopper.
 * Writes are triggered here, because the library writes in the next task, which a page that closes does not run.
 */

/** Increase this when the shape of a response changes: older stored data is then ignored. */
const SCHEMA = '1';
const SHOW_WAIT_MS = 600;
/** The events of the cache that can change stored data. */
const CHANGES = ['success', 'error', 'invalidate', 'setState'];

export interface PersistedCache {
  /** Id of the shopper; null: a visitor. */
  readonly userId: string | null;
  /** Restores the stored data into the cache. Resolves after 600 ms at most; data that loads later is added then. */
  restore(): Promise<void>;
  /** Resolves once the stored cache was read, or could not be read. */
  whenRead(): Promise<void>;
  /** Stores the cache now and after every change. */
  start(): void;
  /** Stores the shopper's data now. Resolves once that has succeeded or failed. */
  persist(): Promise<void>;
  /** Stops storing; `app/data/purge.ts` deletes the stored data. */
  stop(): void;
}

export interface PersistedCacheOptions {
  storage: OfflineStorage;
  queryClient: QueryClient;
  /** The queries whose data is stored, with their lifetimes. */
  families: readonly QueryFamilySettings[];
  /** The shopper of this tab; null: a visitor. */
  userId: string | null;
  /** Called before each write, because another tab may have changed the user. */
  mayWrite: (userId: string) => boolean;
}

export function createPersistedCache(options: PersistedCacheOptions): PersistedCache {
  const { queryClient, families, userId, mayWrite } = options;
  const ending = new AbortController();
  const isStopped = () => ending.signal.aborted;
  const storage = createTextStorage(
    options.storage,
    (key) => !isStopped() && (key === PUBLIC_CACHE_RECORD_KEY || (userId !== null && mayWrite(userId))),
  );
  const owners: CacheOwner[] = userId === null ? [null] : [null, userId];
  const partitions = owners.map((owner) => partitionOf(owner, options, storage));
  for (const queryKey of owners.flatMap((owner) =>
    families.map((family) => getQueryFamilyKeyPrefix(family, owner)),
  )) {
    if (queryKey) queryClient.setQueryDefaults(queryKey, { gcTime: QUERY_CACHE_MS.persisted });
  }
  let reading: Promise<boolean> | null = null;

  /**
   * @returns false when reading failed. This page then stores nothing, because data that it has not read must not be
   * overwritten.
   */
  const read = async () => {
    const answers = await Promise.all(owners.map((owner) => storage.fill(getCacheRecordKey(owner))));
    for (const partition of partitions) if (!isStopped()) await partition.restore();
    return answers.every(Boolean);
  };
  const whenRead = () => {
    reading ??= read();
    return reading;
  };

  return {
    userId,
    restore: async () => void (await Promise.race([whenRead(), pause(SHOW_WAIT_MS)])),
    whenRead: async () => void (await whenRead()),
    start() {
      void whenRead().then((isRead) => {
        if (isRead && !isStopped()) follow(queryClient, partitions, ending.signal);
      });
    },
    async persist() {
      // Another visible tab may have stored newer data, so a hidden one does not write.
      if (!(await whenRead()) || document.visibilityState === 'hidden') return;
      partitions.at(-1)?.save(true);
      // The library writes in the next task, so this function waits for that task.
      await pause(0);
      await storage.whenWritten();
    },
    stop: () => ending.abort(),
  };
}

interface SavedPartition {
  restore(): Promise<void>;
  /** Stores the data if it has changed. @param isDated true: also stores data that was only fetched again. */
  save(isDated: boolean): void;
}

function partitionOf(
  owner: CacheOwner,
  { queryClient, families }: PersistedCacheOptions,
  storage: TextStorage,
): SavedPartition {
  const key = getCacheRecordKey(owner);
  const persister = createSyncStoragePersister({
    storage,
    key,
    throttleTime: 0,
    serialize: serialisePersistedCache,
    deserialize: (text) => parsePersistedCache(text, families, queryClient),
  });
  /** The stored data. A poll without changes returns the same objects, so comparing references is enough. */
  let saved: readonly unknown[] | null = null;
  let savedDateMs = 0;
  return {
    restore: () =>
      persistQueryClientRestore({
        queryClient,
        persister,
        // Each response is checked by its own date, because the record's date is only that of the last write.
        maxAge: Number.POSITIVE_INFINITY,
        buster: SCHEMA,
        hydrateOptions: { defaultOptions: { queries: { gcTime: QUERY_CACHE_MS.persisted } } },
        // The library has already removed data that cannot be read, and the shop works without it, so the error is
        // ignored.
      }).catch(() => undefined),
    save(isDated) {
      const kept = selectQueriesToPersist(families, owner, queryClient.getQueryCache().getAll(), Date.now());
      const parts = kept.flatMap(({ queryHash, state }) => [queryHash, state.data, state.isInvalidated]);
      const dateMs = Math.max(0, ...kept.map(({ state }) => state.dataUpdatedAt));
      // Data that was rejected for its date must be overwritten, or it would return when the clock is corrected.
      const before = saved ?? (storage.getItem(key) === null ? [] : [null]);
      const isSame = parts.length === before.length && parts.every((part, index) => part === before[index]);
      if (isSame && (dateMs === savedDateMs || !isDated)) return;
      saved = parts;
      savedDateMs = dateMs;
      void persistQueryClientSave({
        queryClient,
        persister,
        buster: SCHEMA,
        dehydrateOptions: {
          shouldDehydrateMutation: () => false,
          shouldDehydrateQuery: (query) => kept.includes(query),
        },
      });
    },
  };
}

/** Stores changes while the page is visible, and the times of fetching when it is hidden. */
function follow(queryClient: QueryClient, partitions: readonly SavedPartition[], signal: AbortSignal): void {
  const save = (isDated: boolean) => {
    for (const partition of partitions) partition.save(isDated);
  };
  // The data inlined in the page was cached before this subscription, so without this call the first visit would store
  // nothing.
  save(false);
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const isChange =
      event.type === 'removed' || (event.type === 'updated' && CHANGES.includes(event.action.type));
    // A hidden tab does not write, because another tab may be visible and have newer data.
    if (isChange && document.visibilityState !== 'hidden') save(false);
  });
  signal.addEventListener('abort', unsubscribe);
  const handleVisibility = () => {
    if (document.visibilityState === 'hidden') save(true);
  };
  document.addEventListener('visibilitychange', handleVisibility, { signal });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Holds a copy of the stored texts in memory, because the library reads synchronously and the disk does not. */
interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Loads a key from the disk unless this tab has written it. @returns whether the disk responded. */
  fill(key: string): Promise<boolean>;
  /** Resolves once all writes so far have succeeded or failed. */
  whenWritten(): Promise<unknown>;
}

/** @param mayWrite checks before every write that the data still belongs to the phone's current user. */
function createTextStorage(storage: OfflineStorage, mayWrite: (key: string) => boolean): TextStorage {
  const texts = new Map<string, string>();
  const writes = new Map<string, Promise<unknown>>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, value) {
      if (!mayWrite(key)) return;
      texts.set(key, value);
      writes.set(key, storage.write(key, value));
    },
    removeItem(key) {
      texts.delete(key);
      writes.set(key, storage.remove(key));
    },
    async fill(key) {
      const found = await storage.read(key);
      if (typeof found === 'string' && !texts.has(key)) texts.set(key, found);
      return storage.mode.get() === 'disk';
    },
    whenWritten: () => Promise.all(writes.values()),
  };
}
