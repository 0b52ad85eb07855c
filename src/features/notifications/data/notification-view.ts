import type { ShopperNotification } from '#contract/schemas/notification.ts';
import type { NotificationCategoryFilter } from '../panel/notification-styles.ts';
import type { NotificationCommand } from './notification-command-rules.ts';

/** Calculates the notifications that show: the server's list plus the commands not yet sent. */

/** @param commands unsent commands, oldest first. `readAll` and `clear` spare notifications newer than `before`. */
export function applyQueuedCommandsToNotifications(
  list: readonly ShopperNotification[],
  commands: readonly NotificationCommand[],
): readonly ShopperNotification[] {
  return commands.reduce<readonly ShopperNotification[]>(applyCommand, list);
}

function applyCommand(
  list: readonly ShopperNotification[],
  command: NotificationCommand,
): readonly ShopperNotification[] {
  switch (command.type) {
    case 'notif.read':
      return list.map((notification) =>
        notification._id === command.noticeId ? asRead(notification, command) : notification,
      );
    case 'notif.delete':
      return list.filter((notification) => notification._id !== command.noticeId);
    case 'notif.readAll':
      return list.map((notification) =>
        isUpTo(notification, command.before) ? asRead(notification, command) : notification,
      );
    case 'notif.clear':
      return list.filter((notification) => !isUpTo(notification, command.before));
  }
}

function asRead(notification: ShopperNotification, command: NotificationCommand): ShopperNotification {
  if (notification.read) return notification;
  return { ...notification, read: true, readAt: new Date(command.createdAt).toISOString() };
}

function isUpTo(notification: ShopperNotification, before: string): boolean {
  return Date.parse(notification.createdAt) <= Date.parse(before);
}

/** Adds pushed notifications that the list does not have. Both lists are newest first. */
export function mergePushedNotifications(
  list: readonly ShopperNotification[],
  pushed: readonly ShopperNotification[],
): readonly ShopperNotification[] {
  const known = new Set(list.map(({ _id }) => _id));
  const missing = new Map(
    pushed.filter(({ _id }) => !known.has(_id)).map((notification) => [notification._id, notification]),
  );
  return [...missing.values(), ...list];
}

/**
 * Merges the server's and the phone's notifications, newest first. If both have a notification of an event, the
 * server's stays.
 */
export function mergeLocalNotifications(
  list: readonly ShopperNotification[],
  local: readonly ShopperNotification[],
): readonly ShopperNotification[] {
  const facts = new Set(list.map((notification) => notification.factKey));
  const own = local.filter((notification) => !facts.has(notification.factKey));
  if (own.length === 0) return list;
  return [...list, ...own].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

export function countUnreadNotifications(list: readonly ShopperNotification[]): number {
  return list.filter((notification) => !notification.read).length;
}

/**
 * Calculates the number on the bell: the server's count minus the notifications that queued commands read or delete.
 * @param counted the server's count, and the time of its response by the phone's clock.
 * @param list the last fetched notifications; undefined: none were fetched.
 */
export function applyQueuedCommandsToUnreadCount(
  counted: { count: number; atMs: number },
  commands: readonly NotificationCommand[],
  list: readonly ShopperNotification[] | undefined,
): number {
  const unread = new Set(list?.filter((notification) => !notification.read).map(({ _id }) => _id));
  const gone = new Set<string>();
  let isAllGone = false;
  let doubtful = 0;
  for (const command of commands) {
    const before = gone.size;
    if (command.type === 'notif.readAll' || command.type === 'notif.clear') isAllGone = true;
    if (command.type === 'notif.read') gone.add(command.noticeId);
    if (command.type === 'notif.delete' && unread.has(command.noticeId)) gone.add(command.noticeId);
    if (command.sentAt !== undefined && command.sentAt < counted.atMs) doubtful += gone.size - before;
  }
  if (isAllGone) return 0;
  const least = Math.max(0, counted.count - gone.size);
  if (!list || doubtful === 0) return least;
  return Math.min(
    least + doubtful,
    counted.count,
    Math.max(least, countUnreadNotifications(applyQueuedCommandsToNotifications(list, commands))),
  );
}

/** Filters notifications by category and by text in title or message, ignoring case. */
export function filterNotifications(
  list: readonly ShopperNotification[],
  category: NotificationCategoryFilter,
  search: string,
): readonly ShopperNotification[] {
  const text = search.trim().toLowerCase();
  return list.filter(
    (notification) =>
      (category === 'all' || notification.category === category) &&
      (notification.title.toLowerCase().includes(text) || notification.message.toLowerCase().includes(text)),
  );
}

/** @returns the newest creation time in server time, because phone clocks may be wrong; null for an empty list. */
export function getNewestNotificationTime(list: readonly ShopperNotification[]): string | null {
  return list.reduce<string | null>(
    (newest, { createdAt }) =>
      newest === null || Date.parse(createdAt) > Date.parse(newest) ? createdAt : newest,
    null,
  );
}
