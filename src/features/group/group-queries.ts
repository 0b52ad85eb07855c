import { queryOptions } from '@tanstack/react-query';
import { getGroupProgress } from '#contract/endpoints.ts';
import { getMyGroups } from '#contract/member-endpoints.ts';
import type { GroupProgress } from '#contract/schemas/group.ts';
import { call } from '../../lib/api-client.ts';
import { isAborted, isApiError } from '../../lib/api-errors.ts';
import { POLL_INTERVAL_MS, STALE_MS } from '../../lib/cache-times.ts';
import { publicQueryFamily, userQueryFamily } from '../../lib/query-families.ts';

export const groupQueryFamily = publicQueryFamily('group');
export const groupKeys = {
  all: groupQueryFamily.key,
  progress: (productId: string) => [...groupQueryFamily.key, 'progress', productId] as const,
};

/** Fetches a product's group progress every 30 s on a visible page. Disabled without an id, as on cards. */
export const groupProgressQuery = (productId: string) =>
  queryOptions({
    queryKey: groupKeys.progress(productId),
    queryFn: async ({ signal }): Promise<GroupProgress> =>
      completed((await call(getGroupProgress, { params: { productId } }, signal)).data, Date.now()),
    enabled: productId !== '',
    staleTime: STALE_MS.live,
    refetchInterval: POLL_INTERVAL_MS.progress,
  });

/** Derives the deadline from the remaining time, if the response has only the latter. @source spec section 3 */
function completed(progress: GroupProgress, receivedAtMs: number): GroupProgress {
  if (progress.deadline !== undefined) return progress;
  return {
    ...progress,
    deadline: new Date(receivedAtMs + progress.timeRemaining).toISOString(),
    serverTime: new Date(receivedAtMs).toISOString(),
  };
}

/** Lists the six sort orders of "Your Group Buys". @source spec sections 2 and 7 */
export const groupSorts = [
  { value: 'newest', label: 'Newest First', sortBy: 'createdAt', sortOrder: 'desc' },
  { value: 'oldest', label: 'Oldest First', sortBy: 'createdAt', sortOrder: 'asc' },
  { value: 'fullest', label: 'Progress High to Low', sortBy: 'progressPercentage', sortOrder: 'desc' },
  { value: 'emptiest', label: 'Progress Low to High', sortBy: 'progressPercentage', sortOrder: 'asc' },
  { value: 'dearest', label: 'Amount High to Low', sortBy: 'userAmount', sortOrder: 'desc' },
  { value: 'cheapest', label: 'Amount Low to High', sortBy: 'userAmount', sortOrder: 'asc' },
] as const;
export type GroupSort = (typeof groupSorts)[number]['value'];

export const myGroupsQueryFamily = userQueryFamily('groups');
export const myStatsQueryFamily = userQueryFamily('group-stats');

/** Fetches the member's group buys in one sort order every 30 s, with two retries. */
export const myGroupsQuery = (userId: string, sort: GroupSort) =>
  queryOptions({
    queryKey: [...myGroupsQueryFamily.key(userId), sort] as const,
    queryFn: ({ signal }) => {
      const { sortBy, sortOrder } = groupSorts.find(({ value }) => value === sort) ?? groupSorts[0];
      return call(getMyGroups, { query: { sortBy, sortOrder } }, signal);
    },
    staleTime: STALE_MS.lists,
    refetchInterval: POLL_INTERVAL_MS.lists,
    retry: (failures, error) => failures < 2 && !isAborted(error) && !isApiError(error, 401),
  });

export const myGroupStatsQuery = (userId: string) =>
  queryOptions({
    queryKey: myStatsQueryFamily.key(userId),
    queryFn: async ({ signal }) => (await call(getMyGroups, {}, signal)).stats,
    staleTime: STALE_MS.lists,
    refetchInterval: POLL_INTERVAL_MS.lists,
  });
