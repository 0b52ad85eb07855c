import { NOTIFICATION_CATEGORIES } from '#contract/notifications/categories.ts';
import type { RenderedNotification } from '#contract/notifications/kinds.ts';
import type { Queryable } from '../../db/database.ts';
import type { OutboxPayload } from '../../outbox/outbox.ts';
import type { NotificationRow } from './notification-repository.ts';

export type NewNotification = RenderedNotification & { userId: string };

/** Stores the notifications that do not exist yet. @returns the rows that this call has stored. */
export function insertNotifications(
  tx: Queryable,
  rows: readonly NewNotification[],
): Promise<(NotificationRow & { userId: string })[]> {
  return tx.query<NotificationRow & { userId: string }>(
    `INSERT INTO notifications AS n (user_id, dedupe_key, type, category, title, message, data)
     SELECT "userId", key, type, category, title, message, data
     FROM jsonb_to_recordset($1::jsonb) AS r ("userId" uuid, key text, type text, category text,
       title text, message text, data jsonb)
     ON CONFLICT (user_id, dedupe_key) DO NOTHING
     RETURNING n.user_id AS "userId", n.id, n.type, n.category, n.title, n.message, n.data,
       n.dedupe_key AS "factKey", n.read_at AS "readAt", n.created_at AS "createdAt"`,
    [JSON.stringify(rows)],
  );
}

const PUSHED_CATEGORIES = Object.entries(NOTIFICATION_CATEGORIES).flatMap(([category, { isPushed }]) =>
  isPushed ? [category] : [],
);

/**
 * Enqueues a push message to every phone of each notification's owner, in the same transaction. Only some categories
 * are pushed.
 */
export async function enqueuePushMessages(tx: Queryable, notificationIds: readonly string[]): Promise<void> {
  if (notificationIds.length === 0) return;
  await tx.query(
    `INSERT INTO outbox (topic, dedupe_key, payload)
     SELECT 'push', 'push:' || n.id || ':' || md5(s.endpoint),
       jsonb_build_object('noticeId', n.id, 'endpoint', s.endpoint, 'userId', n.user_id)
     FROM notifications n JOIN push_subscriptions s ON s.user_id = n.user_id
     WHERE n.id = ANY ($1::uuid[]) AND n.category = ANY ($2)
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [notificationIds, PUSHED_CATEGORIES],
  );
}

export interface GroupForNotification {
  productId: string;
  title: string;
  fullAt: Date | null;
  /**
   * Time until which the notified members must collect the goods at their pickup centre; null: the goods are not ready
   * there.
   */
  collectBy: Date | null;
}

export async function findGroupForNotification(
  db: Queryable,
  { groupId, centreId }: OutboxPayload<'group.update'>,
): Promise<GroupForNotification | undefined> {
  const rows = await db.query<GroupForNotification>(
    `SELECT g.product_id AS "productId", g.product_snapshot ->> 'title' AS title, g.succeeded_at AS "fullAt",
       collect_by(c, b.ready_at) AS "collectBy"
     FROM groups g LEFT JOIN fulfilment_batches b ON b.group_id = g.id AND b.centre_id = $2
       LEFT JOIN pickup_centres c ON c.id = b.centre_id WHERE g.id = $1`,
    [groupId, centreId ?? null],
  );
  return rows[0];
}

export interface MemberToNotify {
  userId: string;
  /** Time by which the goods are promised at the member's pickup centre; null: the group is not full. */
  expectedBy: Date | null;
}

export function findMembersToNotify(
  db: Queryable,
  fact: OutboxPayload<'group.update'>,
  limit: number,
): Promise<MemberToNotify[]> {
  return db.query<MemberToNotify>(
    `SELECT m.user_id AS "userId", (
         SELECT min(expected_by(c, g.succeeded_at)) FROM order_items i JOIN orders o ON o.id = i.order_id
           JOIN pickup_centres c ON c.id = o.centre_id JOIN groups g ON g.id = i.group_id
         WHERE i.group_id = m.group_id AND i.user_id = m.user_id AND i.refunded_kobo < i.paid_kobo
           AND ($3::uuid IS NULL OR o.centre_id = $3)) AS "expectedBy"
     FROM group_members m
     WHERE m.group_id = $1 AND m.units > 0 AND m.user_id > $2
       AND ($3::uuid IS NULL OR EXISTS (
         SELECT FROM order_items i JOIN orders o ON o.id = i.order_id
         WHERE i.group_id = m.group_id AND i.user_id = m.user_id AND o.centre_id = $3
           AND i.refunded_kobo < i.paid_kobo))
       -- A batch may end before all goods are collected; a shopper who has not collected gets no notice of delivery.
       AND ($5::text <> 'delivered' OR NOT EXISTS (
         SELECT FROM order_items i WHERE i.group_id = m.group_id AND i.user_id = m.user_id
           AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo))
       -- A shopper who has collected everything keeps the goods, so a failed group does not concern them.
       AND ($5::text NOT IN ('failed', 'refunded') OR EXISTS (
         SELECT FROM order_items i
         WHERE i.group_id = m.group_id AND i.user_id = m.user_id AND i.collected_at IS NULL))
     ORDER BY m.user_id LIMIT $4`,
    [
      fact.groupId,
      fact.after ?? '00000000-0000-0000-0000-000000000000',
      fact.centreId ?? null,
      limit,
      fact.status,
    ],
  );
}

export async function findNamesOfGroupsUsersAndProducts(
  db: Queryable,
  groupIds: readonly string[],
  userIds: readonly string[],
  productIds: readonly string[],
): Promise<Map<string, string>> {
  if (groupIds.length + userIds.length + productIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(
    `SELECT id, product_snapshot ->> 'title' AS name FROM groups WHERE id = ANY ($1::uuid[])
     UNION ALL SELECT id, name FROM users WHERE id = ANY ($2::uuid[])
     UNION ALL SELECT id, title FROM products WHERE id = ANY ($3::uuid[])`,
    [groupIds, userIds, productIds],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
