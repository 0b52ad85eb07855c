import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * Reads a value from the query cache and renders again when it changes. Unlike `useQuery`, it neither fetches nor keeps
 * a fetch running.
 * @param read must return the same value as long as the cache has not changed.
 * @param readOnServer used on the server and during hydration.
 */
export function useQueryCacheValue<Value>(
  read: (queryClient: QueryClient) => Value,
  readOnServer = read,
): Value {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    // Another component may create a query while it renders, and React forbids updating this one at that moment.
    (onChange: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queryClient],
  );
  return useSyncExternalStore(
    subscribe,
    () => read(queryClient),
    () => readOnServer(queryClient),
  );
}
