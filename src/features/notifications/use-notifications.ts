import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Notification } from '#contract/schemas/notification.ts';
import type { Command } from '../../offline/outbox-queue.ts';
import { subscribeOutbox, waitingCommands } from '../../offline/outbox-view.ts';
import { localNotices, subscribeLocalNotices } from './local-notices.ts';
import { notificationList, unreadCount } from './notification-queries.ts';
import { notificationView, unreadIn, unreadWithout, withLocal } from './notification-view.ts';

const NONE: readonly Command[] = [];
const NO_NOTICES: readonly Notification[] = [];

function useNoticeCommands(userId: string): readonly Command[] {
  const all = useSyncExternalStore(subscribeOutbox, waitingCommands, () => NONE);
  return useMemo(
    () => all.filter((command) => command.scope === 'notif' && command.userId === userId),
    [all, userId],
  );
}

function useLocalNotices(): readonly Notification[] {
  return useSyncExternalStore(subscribeLocalNotices, localNotices, () => NO_NOTICES);
}

/** The member's notifications as seen. Loads them. */
export function useNotifications(userId: string) {
  const query = useQuery(notificationList(userId, true));
  const commands = useNoticeCommands(userId);
  const local = useLocalNotices();
  const list = useMemo(
    () => query.data && withLocal(notificationView(query.data, commands), local),
    [query.data, commands, local],
  );
  return { ...query, list };
}

/** The bell's figure: unread ones of the list, or the server's count where that is newer than a saved list. */
export function useUnreadCount(userId: string | null): number {
  const id = userId ?? '';
  const commands = useNoticeCommands(id);
  const list = useQuery({ ...notificationList(id), enabled: false });
  const count = useQuery({ ...unreadCount(id), enabled: userId !== null });
  const local = useLocalNotices();
  return list.data && list.dataUpdatedAt >= count.dataUpdatedAt
    ? unreadIn(withLocal(notificationView(list.data, commands), local))
    : unreadWithout(count.data ?? 0, commands, list.data) + unreadIn(local);
}
