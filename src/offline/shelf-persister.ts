import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client';
import type { QueryFamily } from '../lib/query-families.ts';
import { type Partition, partitionKey } from './persisted-families.ts';
import type { QueryMirror } from './query-mirror.ts';
import type { ShelfNews } from './shelf-news.ts';
import { onlyYoung, serialize, underDrawn, withoutOldHalf } from './shelf-text.ts';
import type { UndatedAnswers } from './undated-answers.ts';

const THROTTLE_MS = 2_000;

/** Saves a shelf with a delay. The one place that knows the library's (deprecated) synchronous persister. */
export function createPersister(
  mirror: QueryMirror,
  families: readonly QueryFamily[],
  partition: Partition,
  queryClient: QueryClient,
  { undated, news }: { undated: UndatedAnswers; news: ShelfNews },
): Persister {
  /** What is delayed takes the newest with it: older answers never come to lie over what was saved meanwhile. */
  let isDelayed = false;
  const persister = createSyncStoragePersister({
    storage: mirror,
    key: partitionKey(partition),
    throttleTime: THROTTLE_MS,
    serialize: (client) => {
      isDelayed = false;
      news.noteWritten(client);
      return serialize(client, undated);
    },
    deserialize: (text) => {
      const client = JSON.parse(text) as PersistedClient;
      undated.note(client, Date.now());
      return underDrawn(onlyYoung(families, client), queryClient);
    },
    retry: ({ persistedClient, errorCount }) =>
      errorCount > 1 ? undefined : withoutOldHalf(persistedClient, queryClient),
  });
  const persistClient = (client: PersistedClient) => {
    if (!isDelayed && !news.isNew(client)) return;
    isDelayed = true;
    return persister.persistClient(client);
  };
  return { ...persister, persistClient };
}
