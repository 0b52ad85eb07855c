import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import type { QueryFamily } from '../../lib/query-families.ts';
import { KEEP } from '../../lib/stale-times.ts';
import type { Storage } from '../storage/storage.ts';
import { familyKey, type Partition, partitionKey, queriesToKeep } from './persisted-families.ts';
import { fromText, toText, withoutOldHalf } from './saved-text.ts';
import { createTextStorage, type TextStorage } from './text-storage.ts';

/**
 * Keeps the answers of the API on the phone: one partition for everybody, one for the signed-in shopper. What is kept
 * may be lost at any time; nothing is shown later than 600 ms because of it.
 *
 * Everything is saved through the library's persister, in the task after it came: a page that is left runs no task
 * more, and WebKit writes nothing for it.
 */

/** Raised by hand when the shape of an answer changes. Not the build's hash: a release costs nobody their data. */
const SCHEMA = '1';
const SHOW_WAIT_MS = 600;
/** Longer than the database is waited for. */
const READ_WAIT_MS = 3_000;
/** The same answers are dated again after this long, so that those of a page that is killed do not look much older. */
const REDATED_MS = 300_000;
/** What of the cache's events changes what is saved. */
const CHANGES = ['success', 'error', 'invalidate', 'setState'];

export interface PersistedCache {
  /** Fills the cache with what the phone kept. Ends after 600 ms at the latest; what comes later is added then. */
  restore(): Promise<void>;
  /** Ends when the disk was read, or does not answer; then it is read once it does. */
  whenRead(): Promise<void>;
  /** Follows the cache from now on, and saves at once what is in it. */
  start(): void;
  /** Saves what the shopper's partition holds now. Ends when the disk has it, or refused it. */
  keep(): Promise<void>;
  /** Ends following. What lies on the disk is `purge.ts`'s. */
  stop(): void;
}

export interface PersistedCacheOptions {
  storage: Storage;
  queryClient: QueryClient;
  /** What is kept, and for how long. */
  families: readonly QueryFamily[];
  /** The shopper of this tab, null for a visitor. */
  userId: string | null;
  /** Whether a shopper is still the stored one; asked before each write of theirs. */
  mayWrite: (userId: string) => boolean;
}

export function createPersistedCache(options: PersistedCacheOptions): PersistedCache {
  const { queryClient, families, userId, mayWrite } = options;
  const ending = new AbortController();
  const isStopped = () => ending.signal.aborted;
  const storage = createTextStorage(
    options.storage,
    (key) => !isStopped() && (key === 'qc|public' || (userId !== null && mayWrite(userId))),
  );
  const places: Partition[] = [{ kind: 'public' }];
  if (userId !== null) places.push({ kind: 'user', userId });
  const partitions = places.map((place) => partitionOf(place, options, storage));
  for (const queryKey of places.flatMap((place) => families.map((family) => familyKey(family, place)))) {
    if (queryKey) queryClient.setQueryDefaults(queryKey, { gcTime: KEEP.persisted });
  }
  let isRead = false;
  let reading: { ended: Promise<void>; waitedFor: Promise<void> } | null = null;

  /** Ends when the disk was read, however late that is: what lies there unread must not be written over. */
  const read = async () => {
    await Promise.all(places.map((place) => storage.fill(partitionKey(place))));
    for (const partition of partitions) if (!isStopped()) await partition.restore();
    isRead = true;
  };
  const beginReading = () => {
    reading ??= { ended: read(), waitedFor: pause(READ_WAIT_MS) };
    return reading;
  };
  const whenRead = async () => {
    const { ended, waitedFor } = beginReading();
    await Promise.race([ended, waitedFor]);
  };

  return {
    restore: () => Promise.race([beginReading().ended, pause(SHOW_WAIT_MS)]),
    whenRead,
    start() {
      void beginReading().ended.then(() => {
        if (!isStopped()) follow(queryClient, partitions, ending.signal);
      });
    },
    async keep() {
      await whenRead();
      // Another tab may have been seen since this one was, and what that one wrote is newer.
      if (!isRead || document.visibilityState === 'hidden') return;
      partitions.at(-1)?.save(true);
      // The persister saves in a task of its own.
      await pause(0);
      await storage.whenWritten();
    },
    stop: () => ending.abort(),
  };
}

interface SavedPartition {
  restore(): Promise<void>;
  /** @param isDated whether it is worth a write that the same answers came again. */
  save(isDated: boolean): void;
}

function partitionOf(
  place: Partition,
  { queryClient, families }: PersistedCacheOptions,
  storage: TextStorage,
): SavedPartition {
  const key = partitionKey(place);
  const persister = createSyncStoragePersister({
    storage,
    key,
    throttleTime: 0,
    serialize: toText,
    deserialize: (text) => fromText(text, families, queryClient),
    retry: ({ persistedClient, errorCount }) =>
      errorCount > 1 ? undefined : withoutOldHalf(persistedClient, queryClient),
  });
  /** An answer that a poll brought again is the same object: the cache shares what did not change. */
  let saved: readonly unknown[] | null = null;
  let savedDateMs = 0;
  let savedAtMs = Date.now();
  return {
    restore: () =>
      persistQueryClientRestore({
        queryClient,
        persister,
        // Each answer has its own date; that of the whole is of the last write, by whatever clock.
        maxAge: Number.POSITIVE_INFINITY,
        buster: SCHEMA,
        hydrateOptions: { defaultOptions: { queries: { gcTime: KEEP.persisted } } },
        // A partition that cannot be read is gone already; the shop works without it.
      }).catch(() => undefined),
    save(isDated) {
      const kept = queriesToKeep(families, place, queryClient.getQueryCache().getAll(), Date.now());
      const parts = kept.flatMap(({ queryHash, state }) => [queryHash, state.data, state.isInvalidated]);
      const dateMs = Math.max(0, ...kept.map(({ state }) => state.dataUpdatedAt));
      // What lay there and was not believed is not to come back once the clock is right.
      const before = saved ?? (storage.getItem(key) === null ? [] : [null]);
      const isSame = parts.length === before.length && parts.every((part, index) => part === before[index]);
      const isJustSaved = Math.abs(Date.now() - savedAtMs) < REDATED_MS;
      if (isSame && (dateMs === savedDateMs || (isJustSaved && !isDated))) return;
      saved = parts;
      savedDateMs = dateMs;
      savedAtMs = Date.now();
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

/** Saves what comes while the page is seen, and its dates once it is hidden. */
function follow(queryClient: QueryClient, partitions: readonly SavedPartition[], signal: AbortSignal): void {
  const save = (isDated: boolean) => {
    for (const partition of partitions) partition.save(isDated);
  };
  // Inlined data came before anyone listened: without this the first visit leaves nothing for the second.
  save(false);
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const isChange =
      event.type === 'removed' || (event.type === 'updated' && CHANGES.includes(event.action.type));
    // While this tab is hidden another one may be seen, and what that one writes is newer.
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
