import type { QueryClient } from '@tanstack/react-query';
import {
  clearAllNotifications,
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
} from '#contract/member-endpoints.ts';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import type { AppServices } from '../../../lib/react/services.ts';
import { createOfflineStores } from '../../../offline/offline-stores.ts';
import type { Outbox } from '../../../offline/outbox/outbox.ts';
import { createLocalNotificationStore } from './local-notifications.ts';
import {
  type NotificationCommand,
  type NotificationCommandPayload,
  notificationCommandRules,
} from './notification-command-rules.ts';
import { notificationListQuery, notificationQueryKeys } from './notification-queries.ts';
import { applyQueuedCommandsToNotifications } from './notification-view.ts';

/**
 * Sends each action on notifications as one command of the outbox. Failures are only logged, because no screen waits
 * for them.
 */
export function createNotificationCommandSubmitter(services: AppServices) {
  const { outbox } = services.get(createOfflineStores);
  const local = services.get(createLocalNotificationStore);
  const submit = async (fields: NotificationCommandPayload) => {
    try {
      const outcome = await outbox.submit(notificationCommandRules, fields);
      if (outcome.kind === 'refused') console.warn('notification call failed', outcome.error);
    } catch (error) {
      console.warn('notification call failed', error);
    }
  };
  return {
    markRead(noticeId: string) {
      if (local.has(noticeId)) local.markRead((notification) => notification._id === noticeId);
      else void submit({ type: 'notif.read', noticeId });
    },
    remove(noticeId: string) {
      if (local.has(noticeId)) local.remove((notification) => notification._id === noticeId);
      else void submit({ type: 'notif.delete', noticeId });
    },
    /**
     * @param before newest server time among the notifications on the screen; null: there are none. Newer ones stay
     * unread.
     */
    markAllRead(before: string | null) {
      local.markRead(() => true);
      if (before !== null) void submit({ type: 'notif.readAll', before });
    },
    /**
     * @param ids the notifications on the screen; the phone deletes those it made itself.
     * @param before newest server time on the screen, up to which the server deletes; null: the server has nothing to
     * delete.
     */
    async clearAll(ids: ReadonlySet<string>, before: string | null) {
      local.remove(({ _id }) => ids.has(_id));
      if (before !== null) await submit({ type: 'notif.clear', before });
    },
  };
}

function sendCommand(command: NotificationCommand, signal: AbortSignal): Promise<unknown> {
  const idempotencyKey = command.id;
  switch (command.type) {
    case 'notif.read':
      return callApi(
        markNotificationRead,
        { params: { id: command.noticeId }, body: {}, idempotencyKey },
        signal,
      );
    case 'notif.delete':
      return callApi(deleteNotification, { params: { id: command.noticeId }, idempotencyKey }, signal);
    case 'notif.readAll':
      return callApi(markAllNotificationsRead, { body: { before: command.before }, idempotencyKey }, signal);
    case 'notif.clear':
      return callApi(clearAllNotifications, { query: { before: command.before }, idempotencyKey }, signal);
  }
}

/** Registers the commands on notifications with the outbox, and updates list and count after each response. */
export function registerNotificationCommands(outbox: Outbox, queryClient: QueryClient): void {
  const refetch = (userId: string) => {
    void queryClient.invalidateQueries({ queryKey: notificationQueryKeys.list(userId) });
    void queryClient.invalidateQueries({ queryKey: notificationQueryKeys.unread(userId) });
  };
  const count = (command: NotificationCommand) => {
    const queryKey = notificationQueryKeys.list(command.userId);
    // A fetch that started before the command would return old data, and with a closed panel nothing would fetch again.
    const isAsked = queryClient.isFetching({ queryKey }) > 0;
    void queryClient.cancelQueries({ queryKey });
    // The server's response carries no data, so the command's own effect is applied to the cached list.
    queryClient.setQueryData<readonly ShopperNotification[]>(
      queryKey,
      (list) => list && applyQueuedCommandsToNotifications(list, [command]),
    );
    refetch(command.userId);
    if (isAsked) void queryClient.prefetchQuery({ ...notificationListQuery(command.userId), staleTime: 0 });
  };
  outbox.register(notificationCommandRules, {
    send: sendCommand,
    onDone: count,
    onEndElsewhere: ({ command, isDone }) => {
      if (isDone) count(command);
      else refetch(command.userId);
    },
    onRefused: (command, error) => {
      console.warn('notification call failed', error);
      refetch(command.userId);
    },
  });
}
