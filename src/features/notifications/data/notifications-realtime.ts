import type { QueryClient } from '@tanstack/react-query';
import { NOTIFICATION_CATEGORIES } from '#contract/notifications/categories.ts';
import { getNotificationKey } from '#contract/notifications/kinds.ts';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { walletTransactionTitles } from '#contract/texts.ts';
import { onLiveSocketEvent } from '../../../lib/api/live-socket.ts';
import { onLocalNotification } from '../../../lib/local-notification.ts';
import type { AppServices } from '../../../lib/react/services.ts';
import { createOfflineStores } from '../../../offline/offline-stores.ts';
import { showToast, wasToastShown } from '../../../ui/message/toast.ts';
import { storeLastSeenNotificationTime } from './last-seen.ts';
import { createLocalNotificationStore, type LocalNotificationStore } from './local-notifications.ts';
import { summariseMissedNotifications } from './missed-notifications.ts';
import { notificationListQuery, notificationQueryKeys } from './notification-queries.ts';

/**
 * Adds notifications from socket events to the list, with a toast each, or one summary after the page was hidden.
 * @returns a function that unsubscribes.
 */
export function startReceivingNotifications(
  services: AppServices,
  queryClient: QueryClient,
  userId: string,
): () => void {
  const { storage } = services.get(createOfflineStores);
  const local = services.get(createLocalNotificationStore);
  void local.adopt(userId);
  const missed = summariseMissedNotifications(storage, queryClient, userId);
  const pushed = new Set<string>();
  const pushedIds = new Set<string>();
  const handleNew = (notification: ShopperNotification) => {
    // An event may arrive twice. The ids of handled events are stored, because the list of notifications may not be
    // loaded yet.
    if (pushedIds.has(notification._id)) return;
    pushedIds.add(notification._id);
    pushed.add(notification.factKey);
    if (!addNotificationToCache(queryClient, userId, notification)) return;
    local.remove(({ factKey }) => factKey === notification.factKey);
    for (const queryKey of changesOf(notification, userId)) void queryClient.invalidateQueries({ queryKey });
    if (missed.takes(notification)) return;
    storeLastSeenNotificationTime(storage, userId, notification.createdAt);
    if (isToldByPayment(notification) || wasToastShown(notification.factKey)) return;
    showToast({ kind: toastKind(notification), message: notification.message, id: notification.factKey });
  };
  const unsubscribes = [
    onLiveSocketEvent('notification:new', handleNew),
    // The server's notification about the same group has the same id, so event and notification show one toast.
    onLiveSocketEvent('group_successful', ({ groupId, message }) => {
      // A hidden page shows no toast, because the summary on return counts this notification.
      if (document.visibilityState === 'hidden') return;
      showToast({ kind: 'success', message, id: getNotificationKey({ fact: 'group_secured', groupId }) });
    }),
    onLocalNotification((fact) => {
      if (pushed.has(fact.factKey) || knowsFact(queryClient, userId, fact.factKey)) return;
      local.add(fact, knownNotifications(queryClient, userId));
      // Loads the list, because the bell would count both if the server has a notification of the same event.
      void queryClient.prefetchQuery(notificationListQuery(userId));
    }),
    dropNotificationsKnownToServer(local, queryClient, userId),
  ];
  return () => {
    missed.stop();
    for (const unsubscribe of unsubscribes) unsubscribe();
    void local.adopt(null);
  };
}

/**
 * Fetches list and count again after missed events. A running first fetch may have begun too early, so it is repeated.
 */
export function refetchNotifications(queryClient: QueryClient, userId: string): void {
  for (const queryKey of [notificationQueryKeys.list(userId), notificationQueryKeys.unread(userId)]) {
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
  notification: ShopperNotification,
): boolean {
  const key = notificationQueryKeys.list(userId);
  const known = queryClient.getQueryData<readonly ShopperNotification[]>(key);
  if (known?.some(({ _id }) => _id === notification._id)) return false;
  if (known) queryClient.setQueryData(key, [notification, ...known]);
  queryClient.setQueryData<number>(notificationQueryKeys.unread(userId), (count) =>
    count === undefined ? undefined : count + 1,
  );
  return true;
}

/**
 * Deletes this phone's notification once the list has the server's of the same event, because it would reappear when
 * the server's is deleted.
 */
function dropNotificationsKnownToServer(
  local: LocalNotificationStore,
  queryClient: QueryClient,
  userId: string,
): () => void {
  const [, , queryName] = notificationQueryKeys.list(userId);
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const [scope, owner, name] = query.queryKey;
    if (scope !== 'u' || owner !== userId || name !== queryName) return;
    local.remove(({ factKey }) => knowsFact(queryClient, userId, factKey));
  });
}

function knowsFact(queryClient: QueryClient, userId: string, factKey: string): boolean {
  return knownNotifications(queryClient, userId).some((notification) => notification.factKey === factKey);
}

function knownNotifications(queryClient: QueryClient, userId: string): readonly ShopperNotification[] {
  return queryClient.getQueryData<readonly ShopperNotification[]>(notificationQueryKeys.list(userId)) ?? [];
}

/** @returns the keys of outdated queries; none for a category of a newer server, which this app does not know. */
function changesOf({ category }: ShopperNotification, userId: string): string[][] {
  const known = (NOTIFICATION_CATEGORIES as Partial<typeof NOTIFICATION_CATEGORIES>)[category];
  return [
    ...(known?.changes ?? []).map((queryName) => ['u', userId, queryName]),
    ...(known?.publicChanges ?? []).map((queryName) => ['public', queryName]),
  ];
}

/**
 * True for the notification of a wallet debit that paid an order. It needs no toast, because the payment's notification
 * shows one.
 */
function isToldByPayment({ category, data }: ShopperNotification): boolean {
  return category === 'wallet' && data.reason === walletTransactionTitles.ORDER;
}

function toastKind({ type }: ShopperNotification) {
  return type === 'loading' ? 'info' : type;
}
