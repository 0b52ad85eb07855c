import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatTimeAgo } from '#contract/rules/time/time-ago.ts';

/** Interval at which the age of saved data is checked, milliseconds. */

const CHECK_EVERY_MS = 1_000;
/** Milliseconds. Younger data shows no age, because the shortest text is `1 minute ago`. */
const LEAST_AGE_MS = 60_000;

function staleTimeOf(query: Query): number {
  const times = query.observers.map(({ options }) =>
    typeof options.staleTime === 'number' ? options.staleTime : 0,
  );
  return Math.max(LEAST_AGE_MS, ...times);
}

/**
 * @param startedAtMs start of the page. Online, only data fetched before it counts, because that data came from the
 * phone's storage.
 * @returns the time at which the oldest outdated data on the screen was fetched; null: none is outdated.
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

/** Returns the age of the oldest saved data on the screen, such as `5 minutes ago`; null when no data is outdated. */
export function useOldestSavedDataAgeText(): string | null {
  const queryClient = useQueryClient();
  const [age, setAge] = useState<string | null>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const queries = queryClient.getQueryCache().getAll();
      const isOnline = onlineManager.isOnline();
      const nowMs = Date.now();
      const savedAtMs = oldestSavedAt(queries, isOnline, performance.timeOrigin, nowMs);
      setAge(savedAtMs === null ? null : formatTimeAgo(savedAtMs, nowMs));
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
  return age;
}
