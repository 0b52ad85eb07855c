import type { QueryClient } from '@tanstack/react-query';
import { NOTIFICATION_CATEGORIES, notificationKey } from '#contract/notifications/kinds.ts';
import type { Notification } from '#contract/schemas/notification.ts';
import { onLiveEvent } from '../../lib/live-socket.ts';
import { onLocalFact } from '../../lib/local-facts.ts';
import type { Services } from '../../lib/services.ts';
import { createOfflineServices } from '../../offline/offline-services.ts';
import { showToast } from '../../ui/toast.ts';
import { storeLastSeen } from './last-seen.ts';
import { createLocalNotifications, type LocalNotifications } from './local-notifications.ts';
import { watchMissedNotifications } from './missed-notifications.ts';
import { notificationKeys, notificationListQuery } from './notification-queries.ts';

/**
 * Updates the shopper's notifications by socket events. A pushed one enters the list unread and shows a toast; those
 * that arrived while hidden show one summary on return.
 * @returns a function that unsubscribes.
 */
export function subscribeNotifications(
  services: Services,
  queryClient: QueryClient,
  userId: string,
): () => void {
  const { storage } = services.get(createOfflineServices);
  const local = services.get(createLocalNotifications);
  void local.adopt(userId);
  const missed = watchMissedNotifications(storage, queryClient, userId);
  const pushed = new Set<string>();
  const pushedIds = new Set<string>();
  const handleNew = (notification: Notification) => {
    // Events may arrive twice, and without a loaded list the cache cannot detect it.
    if (pushedIds.has(notification._id)) return;
    pushedIds.add(notification._id);
    pushed.add(notification.factKey);
    if (!addNotificationToCache(queryClient, userId, notification)) return;
    local.remove(({ factKey }) => factKey === notification.factKey);
    for (const family of changesOf(notification)) {
      void queryClient.invalidateQueries({ queryKey: ['u', userId, family] });
    }
    if (missed.takes(notification)) return;
    storeLastSeen(storage, userId, notification.createdAt);
    showToast({ kind: toastKind(notification), message: notification.message, id: notification.factKey });
  };
  const unsubscribes = [
    onLiveEvent('notification:new', handleNew),
    // The notification of this fact has the same id, so both show one toast.
    onLiveEvent('group_successful', ({ groupId, message }) => {
      // A hidden page includes it in the summary on return.
      if (document.visibilityState === 'hidden') return;
      showToast({ kind: 'success', message, id: notificationKey({ fact: 'group_secured', groupId }) });
    }),
    onLocalFact((fact) => {
      if (pushed.has(fact.factKey) || knowsFact(queryClient, userId, fact.factKey)) return;
      local.add(fact, knownNotifications(queryClient, userId));
      // The bell counts both kinds; only with the list can it recognise duplicates.
      void queryClient.prefetchQuery(notificationListQuery(userId));
    }),
    dropToldFacts(local, queryClient, userId),
  ];
  return () => {
    missed.stop();
    for (const unsubscribe of unsubscribes) unsubscribe();
    void local.adopt(null);
  };
}

/**
 * Refetches after a reconnection without replay, because notifications are not polled. A running fetch may predate it
 * and is repeated.
 */
export function refetchNotifications(queryClient: QueryClient, userId: string): void {
  for (const queryKey of [notificationKeys.list(userId), notificationKeys.unread(userId)]) {
    const query = queryClient.getQueryCache().find({ queryKey });
    const first = query?.state.data === undefined ? query?.promise : undefined;
    const refetch = () => queryClient.invalidateQueries({ queryKey });
    void Promise.resolve(first).then(refetch, refetch);
  }
}

/** @returns false when the loaded list already contains the notification. */
export function addNotificationToCache(
  queryClient: QueryClient,
  userId: string,
  notification: Notification,
): boolean {
  const key = notificationKeys.list(userId);
  const known = queryClient.getQueryData<readonly Notification[]>(key);
  if (known?.some(({ _id }) => _id === notification._id)) return false;
  if (known) queryClient.setQueryData(key, [notification, ...known]);
  queryClient.setQueryData<number>(notificationKeys.unread(userId), (count) =>
    count === undefined ? undefined : count + 1,
  );
  return true;
}

/** Drops a local notification once the list has the same fact; otherwise deleting the latter would bring it back. */
function dropToldFacts(local: LocalNotifications, queryClient: QueryClient, userId: string): () => void {
  const [, , family] = notificationKeys.list(userId);
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const [scope, owner, name] = query.queryKey;
    if (scope !== 'u' || owner !== userId || name !== family) return;
    local.remove(({ factKey }) => knowsFact(queryClient, userId, factKey));
  });
}

function knowsFact(queryClient: QueryClient, userId: string, factKey: string): boolean {
  return knownNotifications(queryClient, userId).some((notification) => notification.factKey === factKey);
}

function knownNotifications(queryClient: QueryClient, userId: string): readonly Notification[] {
  return queryClient.getQueryData<readonly Notification[]>(notificationKeys.list(userId)) ?? [];
}

/** Returns an empty list for a category of a newer server, which this app does not know. */
function changesOf({ category }: Notification): readonly string[] {
  return (NOTIFICATION_CATEGORIES as Partial<typeof NOTIFICATION_CATEGORIES>)[category]?.changes ?? [];
}

function toastKind({ type }: Notification) {
  return type === 'loading' ? 'info' : type;
}
