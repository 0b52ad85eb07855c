import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { type DehydrateOptions, dehydrate, type QueryClient } from '@tanstack/react-query';
import {
  type PersistedClient,
  type Persister,
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client';
import { isDurable, onDiskBack } from './idb.ts';
import { familyKeys, isYoung, KEPT_MS, queriesToKeep, type Shelf, shelfKey } from './persisted-families.ts';
import { createQueryMirror, type QueryMirror } from './query-mirror.ts';

/**
 * Keeps the answers of the API on the phone: one shelf for everybody, one for the signed-in shopper.
 * What is kept may be lost at any time; nothing waits for it longer than 600 ms.
 */

/** Raised by hand when the shape of an answer changes. Not the build's hash: a release costs nobody their data. */
const SCHEMA = '1';
const THROTTLE_MS = 2_000;
const READ_WAIT_MS = 600;

export interface QueryPersistence {
  /** Fills the cache with what the phone kept. Ends after 600 ms at the latest; what comes later is added then. */
  restore(): Promise<void>;
  /** Ends when the disk was read, or does not answer; then it is read once it does. */
  whenRead(): Promise<void>;
  /** Follows the cache from now on, and saves at once what is in it. */
  start(): void;
  /** Saves what the shopper's shelf holds now. Ends when the disk has it, or refused it. */
  keep(): Promise<void>;
  /** Ends following and forgets the shopper's shelf in memory. The disk is `purge.ts`'s. */
  stop(): void;
}

/**
 * @param userId the shopper of this tab, null for a visitor.
 * @param mayWrite whether a shopper is still the stored one; asked before each write of theirs.
 */
export function persistQueries(
  queryClient: QueryClient,
  userId: string | null,
  mayWrite: (userId: string) => boolean,
): QueryPersistence {
  const shelves: Shelf[] = [{ kind: 'public' }];
  if (userId !== null) shelves.push({ kind: 'user', userId });
  const mirror = createQueryMirror((key) => key === 'qc|public' || (userId !== null && mayWrite(userId)));
  const kept = shelves.map((shelf) => ({
    shelf,
    persister: createPersister(mirror, shelf, queryClient),
    dehydrateOptions: dehydrateOptionsOf(queryClient, shelf),
  }));
  for (const shelf of shelves) {
    for (const queryKey of familyKeys(shelf)) queryClient.setQueryDefaults(queryKey, { gcTime: KEPT_MS });
  }
  const unsubscribes: (() => void)[] = [];
  let isStopped = false;
  let asked: Promise<boolean> | null = null;
  let restored: Promise<void> | null = null;
  let isRead = false;

  async function hydrateShelves(): Promise<void> {
    for (const { persister } of kept) {
      if (isStopped) return;
      await persistQueryClientRestore({
        queryClient,
        persister,
        maxAge: KEPT_MS,
        buster: SCHEMA,
        hydrateOptions: { defaultOptions: { queries: { gcTime: KEPT_MS } } },
        // A shelf that cannot be read is gone already; the shop works without it.
      }).catch(() => undefined);
    }
  }

  function saveShelf(shelf: Shelf, options: DehydrateOptions): void {
    const clientState = dehydrate(queryClient, options);
    saveTo(mirror, shelf, queryClient, { buster: SCHEMA, timestamp: Date.now(), clientState });
  }

  /** The persister saves with a delay; a page that goes away has none. */
  async function saveNow(kinds: readonly Shelf['kind'][]): Promise<void> {
    if (isStopped) return;
    for (const { shelf, dehydrateOptions } of kept) {
      if (kinds.includes(shelf.kind)) saveShelf(shelf, dehydrateOptions);
    }
    await mirror.flush();
  }
  const fillShelves = async () => {
    const answers = await Promise.all(shelves.map((shelf) => mirror.fill(shelfKey(shelf))));
    return answers.every(Boolean);
  };
  const askOnce = () => {
    asked ??= fillShelves();
    return asked;
  };

  /** Ends when the disk was read, however late that is: what lies there unread must not be written over. */
  const readOnce = () => {
    restored ??= (async () => {
      for (let isAnswered = await askOnce(); !isAnswered; isAnswered = await fillShelves()) await diskBack();
      await hydrateShelves();
      isRead = true;
    })();
    return restored;
  };

  async function whenRead(): Promise<void> {
    const reading = readOnce();
    if (await askOnce()) await reading;
  }

  /**
   * Saves as soon as all that a screen asked for has come, not only after the delay: WebKit writes nothing more for a
   * page that is left. What a socket or a tap puts into the cache comes often, and waits for the delay.
   */
  function saveWhatCame(): () => void {
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
      if (queryClient.isFetching() > 0) return;
      for (const { shelf, dehydrateOptions } of kept) saveShelf(shelf, dehydrateOptions);
    });
  }

  function follow(): void {
    unsubscribes.push(saveWhatCame());
    for (const { persister, dehydrateOptions } of kept) {
      const options = { queryClient, persister, buster: SCHEMA, dehydrateOptions };
      unsubscribes.push(persistQueryClientSubscribe(options));
      // Inlined data came before anyone listened: without this the first visit leaves nothing for the second.
      void persistQueryClientSave(options);
    }
    // Since the flush of a hidden tab another one may have been seen, and what that one wrote is newer.
    let isFlushed = false;
    const handleLeave = () => {
      if (isFlushed) return;
      isFlushed = document.visibilityState === 'hidden';
      void saveNow(['public', 'user']);
    };
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') handleLeave();
      else isFlushed = false;
    };
    document.addEventListener('visibilitychange', handleVisibility);
    document.addEventListener('freeze', handleLeave);
    addEventListener('pagehide', handleLeave);
    unsubscribes.push(() => {
      document.removeEventListener('visibilitychange', handleVisibility);
      document.removeEventListener('freeze', handleLeave);
      removeEventListener('pagehide', handleLeave);
    });
  }

  return {
    async restore() {
      // A late read still ends in `hydrateShelves`, which keeps whatever is newer in the cache.
      await Promise.race([readOnce(), new Promise<void>((resolve) => setTimeout(resolve, READ_WAIT_MS))]);
    },
    whenRead,
    start() {
      // Saving before the disk was read would write over what it still holds.
      void readOnce().then(() => {
        if (!isStopped) follow();
      });
    },
    async keep() {
      await whenRead();
      if (isRead && document.visibilityState !== 'hidden') await saveNow(['user']);
    },
    stop() {
      isStopped = true;
      mirror.close();
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
    },
  };
}

function diskBack(): Promise<void> {
  if (isDurable()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = onDiskBack(() => {
      unsubscribe();
      resolve();
    });
  });
}

/** The one place that knows the library's (deprecated) synchronous persister. */
function createPersister(mirror: QueryMirror, shelf: Shelf, queryClient: QueryClient): Persister {
  return createSyncStoragePersister({
    storage: mirror,
    key: shelfKey(shelf),
    throttleTime: THROTTLE_MS,
    serialize,
    deserialize: (text) => onlyYoung(JSON.parse(text) as PersistedClient),
    retry: ({ persistedClient, errorCount }) =>
      errorCount > 1 ? undefined : withoutOldHalf(persistedClient, queryClient),
  });
}

function saveTo(mirror: QueryMirror, shelf: Shelf, queryClient: QueryClient, client: PersistedClient): void {
  for (const smaller of [client, withoutOldHalf(client, queryClient)]) {
    try {
      mirror.setItem(shelfKey(shelf), serialize(smaller));
      return;
    } catch {
      // Too large: half of it is tried once, then it stays in memory only.
    }
  }
}

function dehydrateOptionsOf(queryClient: QueryClient, shelf: Shelf): DehydrateOptions {
  let hashes = new Set<string>();
  return {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: (query) => {
      const all = queryClient.getQueryCache().getAll();
      // Asked for each query in turn: the choice among all of them is made at the first.
      if (query === all[0]) hashes = queriesToKeep(shelf, all, Date.now());
      return hashes.has(query.queryHash);
    },
  };
}

function serialize(client: PersistedClient): string {
  return JSON.stringify(client, function dropRunningDurations(this: { deadline?: unknown }, name, value) {
    // A duration would start again when it is restored; the deadline beside it stays true.
    return name === 'timeRemaining' && this.deadline ? undefined : (value as unknown);
  });
}

/** The blob's own date only says when it was last written. */
function onlyYoung(client: PersistedClient): PersistedClient {
  const queries = client.clientState.queries.filter((query) =>
    isYoung(query.queryKey, query.state.dataUpdatedAt, Date.now()),
  );
  return { ...client, clientState: { mutations: [], queries } };
}

/** Drops the older half of what no screen shows at the moment. */
function withoutOldHalf(client: PersistedClient, queryClient: QueryClient): PersistedClient {
  const isShown = (hash: string) => (queryClient.getQueryCache().get(hash)?.getObserversCount() ?? 0) > 0;
  const spare = client.clientState.queries
    .filter((query) => !isShown(query.queryHash))
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  const dropped = new Set(spare.slice(0, Math.ceil(spare.length / 2)).map((query) => query.queryHash));
  const queries = client.clientState.queries.filter((query) => !dropped.has(query.queryHash));
  return { ...client, clientState: { ...client.clientState, queries } };
}
