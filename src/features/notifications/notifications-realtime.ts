import type { QueryClient } from '@tanstack/react-query';
import { NOTIFICATION_CATEGORIES, notificationKey } from '#contract/notifications/kinds.ts';
import type { Notification } from '#contract/schemas/notification.ts';
import { onLive } from '../../lib/live-socket.ts';
import { onFact } from '../../lib/local-facts.ts';
import { showToast } from '../../ui/toast.ts';
import { noteLastSeen } from './last-seen.ts';
import {
  addLocalNotification,
  adoptLocalNotifications,
  removeLocalNotifications,
} from './local-notifications.ts';
import { followMissedNotifications } from './missed-notifications.ts';
import { notificationKeys, notificationList } from './notification-queries.ts';

/**
 * Keeps the shopper's notifications while signed in: pushed ones enter the list unread and are shown as a toast,
 * those that came while the page was hidden as one summary on return.
 *
 * @returns the end of it.
 */
export function followNotifications(queryClient: QueryClient, userId: string): () => void {
  void adoptLocalNotifications(userId);
  const missed = followMissedNotifications(queryClient, userId);
  const pushed = new Set<string>();
  const pushedIds = new Set<string>();
  const handleNew = (notification: Notification) => {
    // Events may come twice, and without a loaded list the cache cannot tell.
    if (pushedIds.has(notification._id)) return;
    pushedIds.add(notification._id);
    pushed.add(notification.factKey);
    if (!addToCache(queryClient, userId, notification)) return;
    removeLocalNotifications((local) => local.factKey === notification.factKey);
    for (const family of changesOf(notification)) {
      void queryClient.invalidateQueries({ queryKey: ['u', userId, family] });
    }
    if (missed.takes(notification)) return;
    noteLastSeen(userId, notification.createdAt);
    showToast({ kind: toastKind(notification), message: notification.message, id: notification.factKey });
  };
  const unsubscribes = [
    onLive('notification:new', handleNew),
    // The notification of the same fact carries the same id: one fact is one toast.
    onLive('group_successful', ({ groupId, message }) => {
      // A hidden page tells it in the summary of its notifications.
      if (document.visibilityState === 'hidden') return;
      showToast({ kind: 'success', message, id: notificationKey({ fact: 'group_secured', groupId }) });
    }),
    onFact((fact) => {
      if (pushed.has(fact.factKey) || knowsFact(queryClient, userId, fact.factKey)) return;
      addLocalNotification(fact, knownNotifications(queryClient, userId));
      // The bell counts both kinds: only beside the list can it tell one fact from two.
      void queryClient.prefetchQuery(notificationList(userId));
    }),
    dropToldFacts(queryClient, userId),
  ];
  return () => {
    missed.stop();
    for (const unsubscribe of unsubscribes) unsubscribe();
    void adoptLocalNotifications(null);
  };
}

/**
 * After a connection that replays nothing. Nobody polls for notifications, so no answer from before it is young
 * enough; one that is still on its way was asked for before it too, and is asked for once more as soon as it is here.
 */
export function refetchNotifications(queryClient: QueryClient, userId: string): void {
  for (const queryKey of [notificationKeys.list(userId), notificationKeys.unread(userId)]) {
    const query = queryClient.getQueryCache().find({ queryKey });
    const first = query?.state.data === undefined ? query?.promise : undefined;
    const refetch = () => queryClient.invalidateQueries({ queryKey });
    void Promise.resolve(first).then(refetch, refetch);
  }
}

/** @returns false when the loaded list had the notification already. */
export function addToCache(queryClient: QueryClient, userId: string, notification: Notification): boolean {
  const key = notificationKeys.list(userId);
  const known = queryClient.getQueryData<readonly Notification[]>(key);
  if (known?.some(({ _id }) => _id === notification._id)) return false;
  if (known) queryClient.setQueryData(key, [notification, ...known]);
  queryClient.setQueryData<number>(notificationKeys.unread(userId), (count) =>
    count === undefined ? undefined : count + 1,
  );
  return true;
}

/** A local one ends when the server's list holds the same fact: deleting that must not bring it back. */
function dropToldFacts(queryClient: QueryClient, userId: string): () => void {
  const [, , family] = notificationKeys.list(userId);
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const [scope, owner, name] = query.queryKey;
    if (scope !== 'u' || owner !== userId || name !== family) return;
    removeLocalNotifications((local) => knowsFact(queryClient, userId, local.factKey));
  });
}

function knowsFact(queryClient: QueryClient, userId: string, factKey: string): boolean {
  return knownNotifications(queryClient, userId).some((notification) => notification.factKey === factKey);
}

function knownNotifications(queryClient: QueryClient, userId: string): readonly Notification[] {
  return queryClient.getQueryData<readonly Notification[]>(notificationKeys.list(userId)) ?? [];
}

/** A newer server may know a category that this app does not. */
function changesOf({ category }: Notification): readonly string[] {
  return (NOTIFICATION_CATEGORIES as Partial<typeof NOTIFICATION_CATEGORIES>)[category]?.changes ?? [];
}

function toastKind({ type }: Notification) {
  return type === 'loading' ? 'info' : type;
}
