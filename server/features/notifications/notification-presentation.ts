import { timeAgo } from '#contract/rules/time-ago.ts';
import type { Notification } from '#contract/schemas/notification.ts';
import type { NotificationRow } from './notification-repository.ts';

/** A notice as the list and the socket carry it. */
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

/** A phone's own notice of a payment says only that it ended; ours, of how it ended, replaces it under the same name. */
function factKeyOf(dedupeKey: string): string {
  return dedupeKey.replace(/^(pay:[^:]+):(failed|credited)$/, '$1');
}
