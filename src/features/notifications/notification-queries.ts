import { queryOptions } from '@tanstack/react-query';
import { getNotifications, getUnreadCount } from '#contract/endpoints.ts';
import { NOTIFICATIONS_LOAD_MIN_MS } from '#contract/limits.ts';
import { call } from '../../lib/api-client.ts';
import { STALE } from '../../lib/stale-times.ts';

export const notificationKeys = {
  list: (userId: string) => ['u', userId, 'notifications'] as const,
  unread: (userId: string) => ['u', userId, 'unread-count'] as const,
};

/** The member's notifications, newest first. @param isPatient a first load takes at least 1500 ms, as specified. */
export const notificationList = (userId: string, isPatient = false) =>
  queryOptions({
    queryKey: notificationKeys.list(userId),
    queryFn: async ({ signal }) => {
      const rest = isPatient && new Promise((resolve) => setTimeout(resolve, NOTIFICATIONS_LOAD_MIN_MS));
      const reply = await call(getNotifications, {}, signal);
      await rest;
      return reply.data.notifications;
    },
    staleTime: STALE.lists,
  });

/** How many are unread, for the bell before the list was ever opened. */
export const unreadCount = (userId: string) =>
  queryOptions({
    queryKey: notificationKeys.unread(userId),
    queryFn: async ({ signal }) => (await call(getUnreadCount, {}, signal)).data.unreadCount,
    staleTime: STALE.lists,
  });
