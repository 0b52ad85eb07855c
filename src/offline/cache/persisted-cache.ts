import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { CACHE_MS } from '../../lib/cache-times.ts';
import type { QueryFamily } from '../../lib/query-families.ts';
import type { Storage } from '../storage/storage.ts';
import {
  familyKey,
  type Owner,
  PUBLIC_KEY,
  parseCache,
  queriesToPersist,
  recordKey,
  serialiseCache,
} from './persisted-queries.ts';

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
/** What of the cache's events changes what is saved. */
const CHANGES = ['success', 'error', 'invalidate', 'setState'];

export interface PersistedCache {
  /** Null: a visitor's. */
  readonly userId: string | null;
  /** Fills the cache with what the phone kept. Ends after 600 ms at the latest; what comes later is added then. */
  restore(): Promise<void>;
  /** Ends when the disk was read, or does not answer. */
  whenRead(): Promise<void>;
  /** Follows the cache from now on, and saves at once what is in it. */
  start(): void;
  /** Saves what the shopper's partition holds now. Ends when the disk has it, or refused it. */
  keep(): Promise<void>;
  /** Ends following. `app/purge.ts` removes what is on the disk. */
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
    (key) => !isStopped() && (key === PUBLIC_KEY || (userId !== null && mayWrite(userId))),
  );
  const owners: Owner[] = userId === null ? [null] : [null, userId];
  const partitions = owners.map((owner) => partitionOf(owner, options, storage));
  for (const queryKey of owners.flatMap((owner) => families.map((family) => familyKey(family, owner)))) {
    if (queryKey) queryClient.setQueryDefaults(queryKey, { gcTime: CACHE_MS.persisted });
  }
  let reading: Promise<boolean> | null = null;

  /** @returns Whether the disk answered. What it has unread must not be overwritten: this page then saves nothing. */
  const read = async () => {
    const answers = await Promise.all(owners.map((owner) => storage.fill(recordKey(owner))));
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
    async keep() {
      // Another tab may have been seen since this one was, and what that one wrote is newer.
      if (!(await whenRead()) || document.visibilityState === 'hidden') return;
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
  owner: Owner,
  { queryClient, families }: PersistedCacheOptions,
  storage: TextStorage,
): SavedPartition {
  const key = recordKey(owner);
  const persister = createSyncStoragePersister({
    storage,
    key,
    throttleTime: 0,
    serialize: serialiseCache,
    deserialize: (text) => parseCache(text, families, queryClient),
  });
  /** An answer that a poll brought again is the same object: the cache shares what did not change. */
  let saved: readonly unknown[] | null = null;
  let savedDateMs = 0;
  return {
    restore: () =>
      persistQueryClientRestore({
        queryClient,
        persister,
        // Each answer has its own date; that of the whole is of the last write, by whatever clock.
        maxAge: Number.POSITIVE_INFINITY,
        buster: SCHEMA,
        hydrateOptions: { defaultOptions: { queries: { gcTime: CACHE_MS.persisted } } },
        // A partition that cannot be read is gone already; the shop works without it.
      }).catch(() => undefined),
    save(isDated) {
      const kept = queriesToPersist(families, owner, queryClient.getQueryCache().getAll(), Date.now());
      const parts = kept.flatMap(({ queryHash, state }) => [queryHash, state.data, state.isInvalidated]);
      const dateMs = Math.max(0, ...kept.map(({ state }) => state.dataUpdatedAt));
      // What lay there and was not believed is not to come back once the clock is right.
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

/** A synchronous storage in memory over the records of the phone: read once at the start, written behind. */
interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Fills a key from the disk, unless this tab wrote it already. @returns Whether the disk answered. */
  fill(key: string): Promise<boolean>;
  /** Ends when the disk has what was set so far, or refused it. */
  whenWritten(): Promise<unknown>;
}

/** @param mayWrite is asked before every write: whether the key still belongs to who uses the phone. */
function createTextStorage(storage: Storage, mayWrite: (key: string) => boolean): TextStorage {
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
