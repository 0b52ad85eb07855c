import { queryOptions } from '@tanstack/react-query';
import { getUnreadNotificationCount, listNotifications } from '#contract/member-endpoints.ts';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { onLiveSocketEvent } from '../../../lib/api/live-socket.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { createPersistedUserQueries } from '../../../lib/query/create-persisted-queries.ts';
import { mergePushedNotifications } from './notification-view.ts';

export const NOTIFICATIONS_LOADING_MIN_MS = 1_500;

export const persistedNotificationListQueries = createPersistedUserQueries('notifications');
export const persistedUnreadCountQueries = createPersistedUserQueries('unread-count');
export const notificationQueryKeys = {
  list: persistedNotificationListQueries.key,
  unread: persistedUnreadCountQueries.key,
};

export function isNotificationQueryKey([scope, , queryName]: readonly unknown[]): boolean {
  return (
    scope === 'u' &&
    (queryName === persistedNotificationListQueries.name || queryName === persistedUnreadCountQueries.name)
  );
}

/** Fetches the member's notifications, newest first. @param hasMinWait true: the load takes at least 1500 ms. */
export const notificationListQuery = (userId: string, hasMinWait = false) =>
  queryOptions({
    queryKey: notificationQueryKeys.list(userId),
    queryFn: async ({ signal }) => {
      const rest = hasMinWait && new Promise((resolve) => setTimeout(resolve, NOTIFICATIONS_LOADING_MIN_MS));
      const { result, pushed } = await besidePushes(async () => {
        const reply = await callApi(listNotifications, {}, signal);
        await rest;
        return reply.data.notifications;
      });
      return mergePushedNotifications(result, pushed);
    },
    staleTime: QUERY_STALE_TIME_MS.lists,
  });

/** Fetches the number on the bell, which shows before the list is opened. */
export const unreadNotificationCountQuery = (userId: string) =>
  queryOptions({
    queryKey: notificationQueryKeys.unread(userId),
    queryFn: async ({ signal }) => {
      // If a notification was pushed during the request, the count may lack it, so the count is fetched again.
      for (;;) {
        const { result, pushed } = await besidePushes(() => callApi(getUnreadNotificationCount, {}, signal));
        if (pushed.length === 0) return result.data.unreadCount;
      }
    },
    staleTime: QUERY_STALE_TIME_MS.lists,
  });

/** Runs the request and collects notifications pushed during it, because the response may lack them. */
async function besidePushes<Result>(ask: () => Promise<Result>) {
  const pushed: ShopperNotification[] = [];
  const unsubscribe = onLiveSocketEvent('notification:new', (notification) => pushed.unshift(notification));
  try {
    return { result: await ask(), pushed };
  } finally {
    unsubscribe();
  }
}
