import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { QUERY_CACHE_LIFETIME_MS } from '../../lib/query/cache-times.ts';
import type { PersistedQueries } from '../../lib/query/create-persisted-queries.ts';
import type { OfflineStorage } from '../storage/storage.ts';
import {
  type CacheOwner,
  getCacheRecordKey,
  parsePersistedCache,
  selectQueriesToPersist,
  serialisePersistedCache,
} from './persisted-queries.ts';

/**
 * Stores API responses on the phone: one record for public data, one for the signed-in shopper. This file triggers the
 * writes itself, because a page that closes would not run the task in which the library writes.
 */

/** Increase this when the shape of a response changes: older stored data is then ignored. */
const SCHEMA = '2';
const SHOW_WAIT_MS = 600;
/** The events of the cache that can change stored data. */
const CHANGES = ['success', 'error', 'invalidate', 'setState'];

export type PersistedCache = ReturnType<typeof createPersistedCache>;

export interface PersistedCacheOptions {
  storage: OfflineStorage;
  queryClient: QueryClient;
  /** The queries whose data is stored, with their lifetimes. */
  queries: readonly PersistedQueries[];
  /** The shopper of this tab; null: a visitor. */
  userId: string | null;
  /** Called before each write, because another tab may have changed the user. */
  mayWrite: (userId: string) => boolean;
}

export function createPersistedCache(options: PersistedCacheOptions) {
  const { queryClient, queries, userId } = options;
  const ending = new AbortController();
  const owners: CacheOwner[] = userId === null ? [null] : [null, userId];
  const partitions = owners.map((owner) => partitionOf(owner, options, ending.signal));
  for (const { scope, name } of queries) {
    const queryKey = scope === 'public' ? [scope, name] : [scope, userId, name];
    queryClient.setQueryDefaults(queryKey, { gcTime: QUERY_CACHE_LIFETIME_MS.persisted });
  }
  let reading: Promise<boolean> | null = null;

  /**
   * @returns false when reading failed. This page then stores nothing, because data that it has not read must not be
   * overwritten.
   */
  const whenRead = () => {
    reading ??= Promise.all(partitions.map((partition) => partition.restore())).then((answers) =>
      answers.every(Boolean),
    );
    return reading;
  };

  return {
    /** Id of the shopper; null: a visitor. */
    userId,
    /** Restores the stored data into the cache. Resolves after 600 ms at most; data that loads later is added then. */
    restore: async (): Promise<void> => void (await Promise.race([whenRead(), pause(SHOW_WAIT_MS)])),
    /** Resolves once the stored cache was read, or could not be read. */
    whenRead: async (): Promise<void> => void (await whenRead()),
    /** Stores the cache now and after every change. */
    start(): void {
      void whenRead().then((isRead) => {
        if (isRead && !ending.signal.aborted) follow(queryClient, partitions, ending.signal);
      });
    },
    /** Stores the shopper's data now. Resolves once that has succeeded or failed. */
    async persist(): Promise<void> {
      // A hidden tab does not write, because a visible tab may have stored newer data.
      if (!(await whenRead()) || document.visibilityState === 'hidden') return;
      const own = partitions.at(-1);
      own?.save(true);
      // The persistence library writes in the next task, so this function waits for that task.
      await pause(0);
      await own?.whenWritten();
    },
    /** Stops storing; `app/data/purge.ts` deletes the stored data. */
    stop: () => ending.abort(),
  };
}

type SavedPartition = ReturnType<typeof partitionOf>;

function partitionOf(
  owner: CacheOwner,
  { storage, queryClient, queries, mayWrite }: PersistedCacheOptions,
  ending: AbortSignal,
) {
  const key = getCacheRecordKey(owner);
  /** A copy of the stored text in memory, because the persistence library reads synchronously and the disk does not. */
  let stored: string | null = null;
  let written: Promise<unknown> = Promise.resolve();
  const persister = createSyncStoragePersister({
    storage: {
      getItem: () => stored,
      setItem(_key, text) {
        // This checks the shopper again, because another may have signed in since the write was requested.
        if (ending.aborted || (owner !== null && !mayWrite(owner))) return;
        stored = text;
        written = storage.write(key, text);
      },
      removeItem() {
        stored = null;
        written = storage.remove(key);
      },
    },
    throttleTime: 0,
    serialize: serialisePersistedCache,
    deserialize: (text) => parsePersistedCache(text, queries, queryClient),
  });
  /**
   * The responses that were stored last. A poll without changes returns the same objects, so that comparing references
   * tells whether a write is needed.
   */
  let saved: readonly unknown[] | null = null;
  let savedDateMs = 0;
  return {
    /** Resolves once the last write has succeeded or failed. */
    whenWritten: () => written,
    /** Adds the stored data to the cache. @returns whether the disk responded. */
    async restore(): Promise<boolean> {
      const found = await storage.read(key);
      if (typeof found === 'string') stored = found;
      const isRead = storage.mode.get() === 'disk';
      if (ending.aborted) return isRead;
      await persistQueryClientRestore({
        queryClient,
        persister,
        // Each response is checked by its own date, because the record's date is only that of the last write.
        maxAge: Number.POSITIVE_INFINITY,
        buster: SCHEMA,
        // The persistence library has already removed data that cannot be read, and the shop works without it.
      }).catch(() => undefined);
      return isRead;
    },
    /** Stores the data if it has changed. @param isDated true: stores it also when only its fetch time has changed. */
    save(isDated: boolean): void {
      const all = queryClient.getQueryCache().getAll();
      const persisted = selectQueriesToPersist(queries, owner, all, Date.now());
      const parts = persisted.flatMap(({ queryHash, state }) => [queryHash, state.data, state.isInvalidated]);
      const dateMs = Math.max(0, ...persisted.map(({ state }) => state.dataUpdatedAt));
      // A stored record that was rejected for its dates is always overwritten, because it would return when the clock
      // is corrected.
      const before = saved ?? (stored === null ? [] : [null]);
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
          shouldDehydrateQuery: (query) => persisted.includes(query),
        },
      });
    },
  };
}

/** Stores changed responses while the page is visible; when it is hidden, also the times of unchanged ones. */
function follow(queryClient: QueryClient, partitions: readonly SavedPartition[], signal: AbortSignal): void {
  const save = (isDated: boolean) => {
    for (const partition of partitions) partition.save(isDated);
  };
  // Stores the data of the server-rendered page, because it entered the cache before this function subscribes to
  // changes.
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
