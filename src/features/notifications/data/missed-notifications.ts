import type { QueryClient } from '@tanstack/react-query';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { SOCKET_STALE_AFTER_HIDDEN_MS } from '../../../lib/api/live-socket.ts';
import type { OfflineStorage } from '../../../offline/storage/storage.ts';
import { showToast, wasToastShown } from '../../../ui/message/toast.ts';
import { readLastSeenNotificationTime, storeLastSeenNotificationTime } from './last-seen.ts';
import { notificationListQuery, notificationQueryKeys } from './notification-queries.ts';
import { countUnreadNotifications, getNewestNotificationTime } from './notification-view.ts';

export interface MissedNotificationsSummary {
  /** Counts the notification in the summary if the page is hidden. Returns true when it was counted. */
  takes: (notification: ShopperNotification) => boolean;
  stop: () => void;
}

/**
 * Shows one summary toast when the shopper returns, for everything that arrived while the page was hidden or the phone
 * slept.
 */
export function summariseMissedNotifications(
  storage: OfflineStorage,
  queryClient: QueryClient,
  userId: string,
): MissedNotificationsSummary {
  const pushed = new Map<string, ShopperNotification>();
  let hiddenAtMs: number | null = null;
  let unreadBefore: number | null = null;
  let hasSlept = false;
  let isSumming = false;
  let isOver = false;
  const isHidden = () => document.visibilityState === 'hidden';

  const sumUp = async () => {
    if (isSumming || (!hasSlept && pushed.size === 0)) return;
    isSumming = true;
    const lastSeen = await readLastSeenNotificationTime(storage, userId);
    const list = hasSlept ? await fetchList(queryClient, userId) : null;
    isSumming = false;
    if (isOver || isHidden()) return;
    const unread = (list ?? []).filter(({ read }) => !read);
    // Without a last seen time, the newest unread notifications count, as many as the unread count has grown by.
    const counted =
      lastSeen === null
        ? unread.slice(0, Math.max(0, unread.length - (unreadBefore ?? unread.length)))
        : unread;
    const found = new Map([
      ...pushed,
      ...counted.map((notification) => [notification._id, notification] as const),
    ]);
    const isNew = ({ createdAt, factKey }: ShopperNotification) =>
      !wasToastShown(factKey) && (lastSeen === null || Date.parse(createdAt) > Date.parse(lastSeen));
    const count = [...found.values()].filter(isNew).length;
    const newest = getNewestNotificationTime([...pushed.values(), ...(list ?? [])]);
    pushed.clear();
    // Without a response the list is fetched again when the shopper next returns to the page.
    hasSlept &&= list === null;
    unreadBefore = null;
    if (count === 0 || newest === null) return;
    storeLastSeenNotificationTime(storage, userId, newest);
    const message = count === 1 ? '1 new notification' : `${count} new notifications`;
    showToast({ kind: 'info', message, id: 'new-notifications' });
  };
  const handleVisibility = () => {
    if (isHidden()) {
      hiddenAtMs = Date.now();
      unreadBefore ??= knownUnread(queryClient, userId);
      return;
    }
    hasSlept ||= hiddenAtMs !== null && Date.now() - hiddenAtMs >= SOCKET_STALE_AFTER_HIDDEN_MS;
    hiddenAtMs = null;
    void sumUp();
  };
  document.addEventListener('visibilitychange', handleVisibility);
  return {
    takes: (notification) => {
      // Notifications that the socket replays while the list is being fetched belong to the same summary.
      if (!isHidden() && !isSumming) return false;
      pushed.set(notification._id, notification);
      return true;
    },
    stop: () => {
      isOver = true;
      document.removeEventListener('visibilitychange', handleVisibility);
    },
  };
}

/**
 * @returns the server's notifications; null without a response. The summary then counts only the pushed notifications.
 */
async function fetchList(
  queryClient: QueryClient,
  userId: string,
): Promise<readonly ShopperNotification[] | null> {
  return await queryClient.fetchQuery({ ...notificationListQuery(userId), staleTime: 0 }).catch(() => null);
}

/** @returns the unread count from the newer of two responses, the list's and the count's; null: neither was fetched. */
function knownUnread(queryClient: QueryClient, userId: string): number | null {
  const list = queryClient.getQueryState<readonly ShopperNotification[]>(notificationQueryKeys.list(userId));
  const count = queryClient.getQueryState<number>(notificationQueryKeys.unread(userId));
  if (list?.data && list.dataUpdatedAt >= (count?.dataUpdatedAt ?? 0))
    return countUnreadNotifications(list.data);
  return count?.data ?? null;
}
