import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Which data on the screen is saved data, and how old. */

const CHECK_EVERY_MS = 1_000;
/** Younger data is not worth a word; the words begin at a minute. */
const LEAST_AGE_MS = 60_000;

function staleTimeOf(query: Query): number {
  const times = query.observers.map(({ options }) =>
    typeof options.staleTime === 'number' ? options.staleTime : 0,
  );
  return Math.max(LEAST_AGE_MS, ...times);
}

/**
 * @param startedAtMs when this page began; what is older was restored.
 * @returns the date of the oldest saved answer that a screen shows, or null when all of it is fresh.
 */
function oldestSavedAt(
  queries: readonly Query[],
  isOnline: boolean,
  startedAtMs: number,
  nowMs: number,
): number | null {
  const dates = queries
    .filter((query) => query.isActive() && query.state.data !== undefined && query.queryKey[1] !== 'config')
    .filter((query) => nowMs - query.state.dataUpdatedAt > staleTimeOf(query))
    .filter((query) => !isOnline || query.state.dataUpdatedAt < startedAtMs)
    .map((query) => query.state.dataUpdatedAt);
  return dates.length > 0 ? Math.min(...dates) : null;
}

/** Follows the screen, once a second. The server and the first render know no clock. */
export function useOldestSavedAt(): number | null {
  const queryClient = useQueryClient();
  const [savedAtMs, setSavedAtMs] = useState<number | null>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const queries = queryClient.getQueryCache().getAll();
      const isOnline = onlineManager.isOnline();
      setSavedAtMs(oldestSavedAt(queries, isOnline, performance.timeOrigin, Date.now()));
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
  return savedAtMs;
}
