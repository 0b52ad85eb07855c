import { type DehydrateOptions, dehydrate, type QueryClient } from '@tanstack/react-query';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client';
import type { QueryFamily } from '../lib/query-families.ts';
import { KEEP } from '../lib/stale-times.ts';
import { diskBack } from './disk-back.ts';
import { familyKey, type Partition, partitionKey, queriesToKeep } from './persisted-families.ts';
import { createQueryMirror, type QueryMirror } from './query-mirror.ts';
import { shelfNews } from './shelf-news.ts';
import { createPersister } from './shelf-persister.ts';
import { serialize, withoutOldHalf } from './shelf-text.ts';
import { type UndatedAnswers, undatedAnswers } from './undated-answers.ts';

/**
 * Keeps the answers of the API on the phone: one partition for everybody, one for the signed-in shopper.
 * What is kept may be lost at any time; nothing waits for it longer than 600 ms.
 */

/** Raised by hand when the shape of an answer changes. Not the build's hash: a release costs nobody their data. */
const SCHEMA = '1';
const READ_WAIT_MS = 600;

export interface QueryPersistence {
  /** Fills the cache with what the phone kept. Ends after 600 ms at the latest; what comes later is added then. */
  restore(): Promise<void>;
  /** Ends when the disk was read, or does not answer; then it is read once it does. */
  whenRead(): Promise<void>;
  /** Follows the cache from now on, and saves at once what is in it. */
  start(): void;
  /** Saves what the shopper's partition holds now. Ends when the disk has it, or refused it. */
  keep(): Promise<void>;
  /** Ends following and forgets the shopper's partition in memory. The disk is `purge.ts`'s. */
  stop(): void;
}

/**
 * @param families what is kept, and for how long.
 * @param userId the shopper of this tab, null for a visitor.
 * @param mayWrite whether a shopper is still the stored one; asked before each write of theirs.
 */
export function persistQueries(
  queryClient: QueryClient,
  families: readonly QueryFamily[],
  userId: string | null,
  mayWrite: (userId: string) => boolean,
): QueryPersistence {
  const partitions: Partition[] = [{ kind: 'public' }];
  if (userId !== null) partitions.push({ kind: 'user', userId });
  const mirror = createQueryMirror((key) => key === 'qc|public' || (userId !== null && mayWrite(userId)));
  const kept = partitions.map((partition) => {
    const undated = undatedAnswers(families);
    const news = shelfNews();
    return {
      partition,
      undated,
      news,
      persister: createPersister(mirror, families, partition, queryClient, { undated, news }),
      dehydrateOptions: dehydrateOptionsOf(queryClient, families, partition),
    };
  });
  for (const queryKey of partitions.flatMap((place) => families.map((family) => familyKey(family, place)))) {
    if (queryKey) queryClient.setQueryDefaults(queryKey, { gcTime: KEEP.persisted });
  }
  const unsubscribes: (() => void)[] = [];
  let isStopped = false;
  let asked: Promise<boolean> | null = null;
  let restored: Promise<void> | null = null;
  let isRead = false;

  async function hydrateAll(): Promise<void> {
    for (const { persister } of kept) {
      if (isStopped) return;
      await persistQueryClientRestore({
        queryClient,
        persister,
        // Each answer has its own date; the shelf's is of the last write, by whatever clock.
        maxAge: Number.POSITIVE_INFINITY,
        buster: SCHEMA,
        hydrateOptions: { defaultOptions: { queries: { gcTime: KEEP.persisted } } },
        // A partition that cannot be read is gone already; the shop works without it.
      }).catch(() => undefined);
    }
  }

  /** @param isDated whether it is worth a write that the same answers came again. */
  function save(
    { partition, undated, news, dehydrateOptions }: (typeof kept)[number],
    isDated: boolean,
  ): void {
    const clientState = dehydrate(queryClient, dehydrateOptions);
    const client = { buster: SCHEMA, timestamp: Date.now(), clientState };
    if (!isDated && !news.isNew(client)) return;
    news.noteWritten(client);
    saveTo(mirror, partition, queryClient, client, undated);
  }

  /** The persister saves with a delay; a page that goes away has none. */
  async function saveNow(kinds: readonly Partition['kind'][]): Promise<void> {
    if (isStopped) return;
    for (const each of kept) if (kinds.includes(each.partition.kind)) save(each, true);
    await mirror.flush();
  }
  const fillAll = async () => {
    const answers = await Promise.all(partitions.map((partition) => mirror.fill(partitionKey(partition))));
    return answers.every(Boolean);
  };
  const askOnce = () => {
    asked ??= fillAll();
    return asked;
  };

  /** Ends when the disk was read, however late that is: what lies there unread must not be written over. */
  const readOnce = () => {
    restored ??= (async () => {
      for (let isAnswered = await askOnce(); !isAnswered; isAnswered = await fillAll()) await diskBack();
      await hydrateAll();
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
      for (const each of kept) save(each, false);
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
      // A late read still ends in `hydrateAll`, which keeps whatever is newer in the cache.
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

function saveTo(
  mirror: QueryMirror,
  partition: Partition,
  queryClient: QueryClient,
  client: PersistedClient,
  undated: UndatedAnswers,
): void {
  for (const smaller of [client, withoutOldHalf(client, queryClient)]) {
    try {
      mirror.setItem(partitionKey(partition), serialize(smaller, undated));
      return;
    } catch {
      // Too large: half of it is tried once, then it stays in memory only.
    }
  }
}

function dehydrateOptionsOf(
  queryClient: QueryClient,
  families: readonly QueryFamily[],
  partition: Partition,
): DehydrateOptions {
  let hashes = new Set<string>();
  return {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: (query) => {
      const all = queryClient.getQueryCache().getAll();
      // Asked for each query in turn: the choice among all of them is made at the first.
      if (query === all[0]) hashes = queriesToKeep(families, partition, all, Date.now());
      return hashes.has(query.queryHash);
    },
  };
}
