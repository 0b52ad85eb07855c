import type { QueryClient } from '@tanstack/react-query';
import {
  clearNotifications,
  deleteNotification,
  readAllNotifications,
  readNotification,
} from '#contract/member-endpoints.ts';
import type { Notification } from '#contract/schemas/notification.ts';
import { call } from '../../lib/api-client.ts';
import { outbox } from '../../offline/phone.ts';
import {
  isLocalNotification,
  readLocalNotifications,
  removeLocalNotifications,
} from './local-notifications.ts';
import { notificationKeys, notificationList } from './notification-queries.ts';
import {
  type NotificationCommand,
  type NotificationIntent,
  notificationScope,
} from './notification-scope.ts';
import { notificationView } from './notification-view.ts';

/** What a shopper does to notifications. Each act is one command of the outbox; failures are only logged. */

function act(intent: NotificationIntent): void {
  outbox.submit(notificationScope, intent).then(
    (outcome) => {
      if (outcome.kind === 'refused') console.warn('notification call failed', outcome.error);
    },
    (error: unknown) => console.warn('notification call failed', error),
  );
}

export function markRead(noticeId: string): void {
  if (isLocalNotification(noticeId)) readLocalNotifications((notification) => notification._id === noticeId);
  else act({ type: 'notif.read', noticeId });
}

export function removeNotification(noticeId: string): void {
  if (isLocalNotification(noticeId))
    removeLocalNotifications((notification) => notification._id === noticeId);
  else act({ type: 'notif.delete', noticeId });
}

/** @param before the newest creation time of the server's that the shopper saw, null where they saw none. */
export function markAllRead(before: string | null): void {
  readLocalNotifications(() => true);
  if (before !== null) act({ type: 'notif.readAll', before });
}

/** @param before as for `markAllRead`. */
export function clearAll(before: string | null): void {
  removeLocalNotifications(() => true);
  if (before !== null) act({ type: 'notif.clear', before });
}

function sendCommand(command: NotificationCommand, signal: AbortSignal): Promise<unknown> {
  const idempotencyKey = command.id;
  switch (command.type) {
    case 'notif.read':
      return call(readNotification, { params: { id: command.noticeId }, body: {}, idempotencyKey }, signal);
    case 'notif.delete':
      return call(deleteNotification, { params: { id: command.noticeId }, idempotencyKey }, signal);
    case 'notif.readAll':
      return call(readAllNotifications, { body: { before: command.before }, idempotencyKey }, signal);
    case 'notif.clear':
      return call(clearNotifications, { query: { before: command.before }, idempotencyKey }, signal);
  }
}

/** Lets the outbox send notification commands and keeps list and count after its answers. */
export function registerNotificationCommands(queryClient: QueryClient): void {
  const refetch = (userId: string) => {
    void queryClient.invalidateQueries({ queryKey: notificationKeys.list(userId) });
    void queryClient.invalidateQueries({ queryKey: notificationKeys.unread(userId) });
  };
  const count = (command: NotificationCommand) => {
    const queryKey = notificationKeys.list(command.userId);
    // A list that was asked for before the command counted may come after it. With the panel closed nobody asks anew.
    const isAsked = queryClient.isFetching({ queryKey }) > 0;
    void queryClient.cancelQueries({ queryKey });
    // The answer says only that it is done: the cache takes the command's own effect.
    queryClient.setQueryData<readonly Notification[]>(
      queryKey,
      (list) => list && notificationView(list, [command]),
    );
    refetch(command.userId);
    if (isAsked) void queryClient.prefetchQuery({ ...notificationList(command.userId), staleTime: 0 });
  };
  outbox.register(notificationScope, {
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
