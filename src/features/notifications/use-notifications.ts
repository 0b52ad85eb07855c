import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Notification } from '#contract/schemas/notification.ts';
import { useWaitingCommands } from '../../offline/outbox/use-waiting-commands.ts';
import { localNotifications, subscribeLocalNotifications } from './local-notifications.ts';
import { notificationList, unreadCount } from './notification-queries.ts';
import { notificationScope } from './notification-scope.ts';
import { notificationView, unreadIn, unreadWithout, withLocal } from './notification-view.ts';

const NO_NOTIFICATIONS: readonly Notification[] = [];

function useLocalNotifications(): readonly Notification[] {
  return useSyncExternalStore(subscribeLocalNotifications, localNotifications, () => NO_NOTIFICATIONS);
}

/** The member's notifications as seen; no list before the waiting commands are known. Loads them. */
export function useNotifications(userId: string) {
  const query = useQuery(notificationList(userId, true));
  const { commands, isComplete } = useWaitingCommands(notificationScope, userId);
  const local = useLocalNotifications();
  const list = useMemo(
    () => (query.data && isComplete ? withLocal(notificationView(query.data, commands), local) : undefined),
    [query.data, commands, isComplete, local],
  );
  return { ...query, list, isComplete };
}

/** The bell's figure: unread ones of the list, or the server's count where that is newer than a saved list. */
export function useUnreadCount(userId: string | null): number {
  const id = userId ?? '';
  const { commands, isComplete } = useWaitingCommands(notificationScope, id);
  const list = useQuery({ ...notificationList(id), enabled: false });
  const count = useQuery({ ...unreadCount(id), enabled: userId !== null });
  const local = useLocalNotifications();
  const isListNewest = list.data !== undefined && list.dataUpdatedAt >= count.dataUpdatedAt;
  const { refetch } = list;
  const isListAwaited = userId !== null && local.length > 0 && !isListNewest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each newer count may hold a fact of this phone
  useEffect(() => {
    // Only the list distinguishes one fact from two.
    if (isListAwaited) void refetch({ cancelRefetch: false });
  }, [isListAwaited, count.dataUpdatedAt, refetch]);
  if (!isComplete) return 0;
  if (list.data && isListNewest) {
    return unreadIn(withLocal(notificationView(list.data, commands), local));
  }
  const counted = { count: count.data ?? 0, atMs: count.dataUpdatedAt };
  // The count may hold the phone's own facts already: until the list is read, none is added to it.
  return Math.max(unreadWithout(counted, commands, list.data), unreadIn(local));
}
