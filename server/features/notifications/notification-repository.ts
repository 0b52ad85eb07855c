import type { NotificationCategory, NotificationSeverity } from '#contract/schemas/notification.ts';
import type { Queryable } from '../../db/database.ts';

export interface NotificationRow {
  id: string;
  type: NotificationSeverity;
  category: NotificationCategory;
  title: string;
  message: string;
  data: Record<string, unknown>;
  factKey: string;
  readAt: Date | null;
  createdAt: Date;
}

/**
 * Finds the user's notifications. Every statement in this file filters by owner, so that nobody reads another user's
 * notifications.
 */
export async function findNotifications(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(
    `SELECT id, type, category, title, message, data, dedupe_key AS "factKey", read_at AS "readAt",
       created_at AS "createdAt"
     FROM notifications WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id LIMIT $2`,
    [userId, limit],
  );
}

export async function countUnreadNotifications(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<number> {
  const rows = await db.query<{ unread: number }>(
    `SELECT count(*)::int AS unread FROM (
       SELECT read_at FROM notifications WHERE user_id = $1 AND deleted_at IS NULL
       ORDER BY created_at DESC, id LIMIT $2) kept
     WHERE read_at IS NULL`,
    [userId, limit],
  );
  return rows[0]?.unread ?? 0;
}

/** Marks a notification as read. @returns false when the user has no notification with this id. */
export async function setNotificationRead(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE notifications SET read_at = coalesce(read_at, app_now())
     WHERE id = $2 AND user_id = $1 AND deleted_at IS NULL RETURNING 1`,
    [userId, id],
  );
  return rows.length > 0;
}

// The app sends the newest notification's time in whole milliseconds. The stored time is rounded down to match it.
const UP_TO = `date_trunc('milliseconds', created_at) <= coalesce($2::timestamptz, 'infinity')`;

export async function setAllNotificationsRead(
  tx: Queryable,
  userId: string,
  before: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE notifications SET read_at = app_now()
     WHERE user_id = $1 AND deleted_at IS NULL AND read_at IS NULL AND ${UP_TO}`,
    [userId, before],
  );
}

export async function deleteNotification(tx: Queryable, userId: string, id: string): Promise<void> {
  await tx.query(
    'UPDATE notifications SET deleted_at = app_now() WHERE id = $2 AND user_id = $1 AND deleted_at IS NULL',
    [userId, id],
  );
}

export async function deleteAllNotifications(
  tx: Queryable,
  userId: string,
  before: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE notifications SET deleted_at = app_now() WHERE user_id = $1 AND deleted_at IS NULL AND ${UP_TO}`,
    [userId, before],
  );
}
