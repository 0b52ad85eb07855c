import { factKeyOf } from '#contract/notifications/kinds.ts';
import { timeAgo } from '#contract/rules/time-ago.ts';
import type { Notification } from '#contract/schemas/notification.ts';
import type { NotificationRow } from './notification-repository.ts';

/** A notification as the list and the socket carry it. */
export function presentNotification(row: NotificationRow, now: Date): Notification {
  return {
    _id: row.id,
    type: row.type,
    category: row.category,
    title: row.title,
    message: row.message,
    data: row.data,
    factKey: factKeyOf(row.factKey),
    read: row.readAt !== null,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    timeAgo: timeAgo(row.createdAt.getTime(), now.getTime()),
  };
}
