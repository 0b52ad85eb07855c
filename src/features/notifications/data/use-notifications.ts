import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { useAppService } from '../../../lib/react/services.ts';
import { useQueuedCommands } from '../../../offline/outbox/use-queued-commands.ts';
import { createLocalNotificationStore } from './local-notifications.ts';
import { notificationCommandRules } from './notification-command-rules.ts';
import { notificationListQuery, unreadNotificationCountQuery } from './notification-queries.ts';
import {
  applyQueuedCommandsToNotifications,
  applyQueuedCommandsToUnreadCount,
  countUnreadNotifications,
  mergeLocalNotifications,
} from './notification-view.ts';

const NO_NOTIFICATIONS: readonly ShopperNotification[] = [];

function useLocalNotifications(): readonly ShopperNotification[] {
  const local = useAppService(createLocalNotificationStore);
  return useSyncExternalStore(local.subscribe, local.current, () => NO_NOTIFICATIONS);
}

/**
 * Loads the member's notifications. Returns no list until the queued commands are loaded, because deleted notifications
 * would show.
 */
export function useNotifications(userId: string) {
  const query = useQuery(notificationListQuery(userId, true));
  const { commands, isComplete } = useQueuedCommands(notificationCommandRules, userId);
  const local = useLocalNotifications();
  const list = useMemo(
    () =>
      query.data && isComplete
        ? mergeLocalNotifications(applyQueuedCommandsToNotifications(query.data, commands), local)
        : undefined,
    [query.data, commands, isComplete, local],
  );
  return { ...query, list, isComplete };
}

/**
 * @returns the number on the bell: the unread notifications in the list, or the server's count when the count is newer.
 */
export function useUnreadNotificationCount(userId: string | null): number {
  const id = userId ?? '';
  const { commands, isComplete } = useQueuedCommands(notificationCommandRules, id);
  const list = useQuery({ ...notificationListQuery(id), enabled: false });
  const count = useQuery({ ...unreadNotificationCountQuery(id), enabled: userId !== null });
  const local = useLocalNotifications();
  const isListNewest = list.data !== undefined && list.dataUpdatedAt >= count.dataUpdatedAt;
  const { refetch } = list;
  const isListAwaited = userId !== null && local.length > 0 && !isListNewest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each newer count may include this phone's notifications
  useEffect(() => {
    // The list is fetched, because only it shows which of the phone's own notifications the server has too.
    if (isListAwaited) void refetch({ cancelRefetch: false });
  }, [isListAwaited, count.dataUpdatedAt, refetch]);
  if (!isComplete) return 0;
  if (list.data && isListNewest) {
    return countUnreadNotifications(
      mergeLocalNotifications(applyQueuedCommandsToNotifications(list.data, commands), local),
    );
  }
  const counted = { count: count.data ?? 0, atMs: count.dataUpdatedAt };
  // The counts are not added up, because the server may count the events of which this phone made notifications.
  return Math.max(
    applyQueuedCommandsToUnreadCount(counted, commands, list.data),
    countUnreadNotifications(local),
  );
}
