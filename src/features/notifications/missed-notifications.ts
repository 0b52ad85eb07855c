import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/schemas/notification.ts';
import { SLEPT_MS } from '../../lib/live-socket.ts';
import { showToast, wasShown } from '../../ui/toast.ts';
import { noteLastSeen, readLastSeen } from './last-seen.ts';
import { notificationKeys, notificationList } from './notification-queries.ts';
import { newestTime, unreadIn } from './notification-view.ts';

export interface MissedNotifications {
  /** @returns whether a pushed notification is kept for the summary, since nobody would see its toast. */
  takes: (notification: Notification) => boolean;
  stop: () => void;
}

/** What came while the page was hidden, told as one toast on return: what was pushed, and after a sleep what was not. */
export function followMissedNotifications(queryClient: QueryClient, userId: string): MissedNotifications {
  const pushed = new Map<string, Notification>();
  let hiddenAtMs: number | null = null;
  let unreadBefore: number | null = null;
  let hasSlept = false;
  let isSumming = false;
  let isOver = false;
  const isHidden = () => document.visibilityState === 'hidden';

  const sumUp = async () => {
    if (isSumming || (!hasSlept && pushed.size === 0)) return;
    isSumming = true;
    const lastSeen = await readLastSeen(userId);
    const list = hasSlept ? await fetchList(queryClient, userId) : null;
    isSumming = false;
    if (isOver || isHidden()) return;
    const unread = (list ?? []).filter(({ read }) => !read);
    // Before anything was ever shown on this phone only the number of the unread ones tells how many are new.
    const counted =
      lastSeen === null
        ? unread.slice(0, Math.max(0, unread.length - (unreadBefore ?? unread.length)))
        : unread;
    const found = new Map([
      ...pushed,
      ...counted.map((notification) => [notification._id, notification] as const),
    ]);
    const isNew = ({ createdAt, factKey }: Notification) =>
      !wasShown(factKey) && (lastSeen === null || Date.parse(createdAt) > Date.parse(lastSeen));
    const count = [...found.values()].filter(isNew).length;
    const newest = newestTime([...pushed.values(), ...(list ?? [])]);
    pushed.clear();
    // Without an answer the next return asks again.
    hasSlept &&= list === null;
    unreadBefore = null;
    if (count === 0 || newest === null) return;
    noteLastSeen(userId, newest);
    const message = count === 1 ? '1 new notification' : `${count} new notifications`;
    showToast({ kind: 'info', message, id: 'new-notifications' });
  };
  const handleVisibility = () => {
    if (isHidden()) {
      hiddenAtMs = Date.now();
      unreadBefore ??= knownUnread(queryClient, userId);
      return;
    }
    hasSlept ||= hiddenAtMs !== null && Date.now() - hiddenAtMs >= SLEPT_MS;
    hiddenAtMs = null;
    void sumUp();
  };
  document.addEventListener('visibilitychange', handleVisibility);
  return {
    takes: (notification) => {
      // While the list is being fetched the line may replay what was missed: that belongs to the same summary.
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

/** @returns null when no answer came: what was pushed is known all the same. */
async function fetchList(queryClient: QueryClient, userId: string): Promise<readonly Notification[] | null> {
  return await queryClient.fetchQuery({ ...notificationList(userId), staleTime: 0 }).catch(() => null);
}

/** The bell's figure of the server, whichever of its two sources is newer; null: never asked. */
function knownUnread(queryClient: QueryClient, userId: string): number | null {
  const list = queryClient.getQueryState<readonly Notification[]>(notificationKeys.list(userId));
  const count = queryClient.getQueryState<number>(notificationKeys.unread(userId));
  if (list?.data && list.dataUpdatedAt >= (count?.dataUpdatedAt ?? 0)) return unreadIn(list.data);
  return count?.data ?? null;
}
