import { queryOptions } from '@tanstack/react-query';
import { getGroupInvitation, getGroupProgress } from '#contract/endpoints.ts';
import { listMyGroups } from '#contract/member-endpoints.ts';
import type { GroupInvitationLink } from '#contract/rules/group/group-invitation.ts';
import type { GroupInvitation, GroupProgress } from '#contract/schemas/group.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isAbortError, isApiError } from '../../lib/api/api-errors.ts';
import { QUERY_POLL_INTERVAL_MS, QUERY_STALE_TIME_MS } from '../../lib/query/cache-times.ts';
import {
  createPersistedPublicQueries,
  createPersistedUserQueries,
} from '../../lib/query/create-persisted-queries.ts';

export const persistedGroupProgressQueries = createPersistedPublicQueries('group');
export const groupQueryKeys = {
  all: persistedGroupProgressQueries.key,
  progress: (productId: string) => [...persistedGroupProgressQueries.key, 'progress', productId] as const,
  invitation: (groupId: string) => [...persistedGroupProgressQueries.key, 'invitation', groupId] as const,
};

/** Fetches a product's group progress every 30 s while the page is visible; an empty id fetches nothing. */
export const groupProgressQuery = (productId: string) =>
  queryOptions({
    queryKey: groupQueryKeys.progress(productId),
    queryFn: async ({ signal }): Promise<GroupProgress> =>
      completed((await callApi(getGroupProgress, { params: { productId } }, signal)).data, Date.now()),
    enabled: productId !== '',
    staleTime: QUERY_STALE_TIME_MS.live,
    refetchInterval: QUERY_POLL_INTERVAL_MS.progress,
  });

/** Fetches the group of a shared link and who shared it; null: there is no such group. */
export const groupInvitationQuery = ({ groupId, referralCode }: GroupInvitationLink) =>
  queryOptions({
    queryKey: groupQueryKeys.invitation(groupId),
    queryFn: async ({ signal }): Promise<GroupInvitation | null> => {
      const request = { params: { groupId }, query: referralCode ? { ref: referralCode } : {} };
      return (await callApi(getGroupInvitation, request, signal)).data;
    },
    staleTime: QUERY_STALE_TIME_MS.lists,
    retry: (failures, error) => failures < 2 && !isAbortError(error) && !isApiError(error, 404),
  });

/** Calculates the deadline when the response contains only the remaining time. @source spec section 3 */
function completed(progress: GroupProgress, receivedAtMs: number): GroupProgress {
  if (progress.deadline !== undefined) return progress;
  return {
    ...progress,
    deadline: new Date(receivedAtMs + progress.timeRemaining).toISOString(),
    serverTime: new Date(receivedAtMs).toISOString(),
  };
}

/** The six sort orders of "Your Group Buys". @source spec sections 2 and 7 */
export const groupSortOptions = [
  { value: 'newest', label: 'Newest First', sortBy: 'createdAt', sortOrder: 'desc' },
  { value: 'oldest', label: 'Oldest First', sortBy: 'createdAt', sortOrder: 'asc' },
  { value: 'fullest', label: 'Progress High to Low', sortBy: 'progressPercentage', sortOrder: 'desc' },
  { value: 'emptiest', label: 'Progress Low to High', sortBy: 'progressPercentage', sortOrder: 'asc' },
  { value: 'dearest', label: 'Amount High to Low', sortBy: 'userAmount', sortOrder: 'desc' },
  { value: 'cheapest', label: 'Amount Low to High', sortBy: 'userAmount', sortOrder: 'asc' },
] as const;
export type GroupSortOrder = (typeof groupSortOptions)[number]['value'];

export const persistedJoinedGroupsQueries = createPersistedUserQueries('groups');
export const persistedJoinedGroupStatsQueries = createPersistedUserQueries('group-stats');

/** Fetches the member's group buys in one sort order, every 30 s; a failure is retried twice. */
export const joinedGroupsQuery = (userId: string, sort: GroupSortOrder) =>
  queryOptions({
    queryKey: [...persistedJoinedGroupsQueries.key(userId), sort] as const,
    queryFn: ({ signal }) => {
      const { sortBy, sortOrder } =
        groupSortOptions.find(({ value }) => value === sort) ?? groupSortOptions[0];
      return callApi(listMyGroups, { query: { sortBy, sortOrder } }, signal);
    },
    staleTime: QUERY_STALE_TIME_MS.lists,
    refetchInterval: QUERY_POLL_INTERVAL_MS.lists,
    retry: (failures, error) => failures < 2 && !isAbortError(error) && !isApiError(error, 401),
  });

export const joinedGroupStatsQuery = (userId: string) =>
  queryOptions({
    queryKey: persistedJoinedGroupStatsQueries.key(userId),
    queryFn: async ({ signal }) => (await callApi(listMyGroups, {}, signal)).stats,
    staleTime: QUERY_STALE_TIME_MS.lists,
    refetchInterval: QUERY_POLL_INTERVAL_MS.lists,
  });
