import type { NotificationCategory, PushSubscriptionBody } from '#contract/schemas/notification.ts';
import type { Queryable } from '../../db/database.ts';
import type { SessionUser } from '../../http/sessions/tokens.ts';
import type { OutboxPayload } from '../../outbox/outbox.ts';

const PHONES_MAX = 10;
/** A subscription is removed after this many failures in a row over at least a day, so a short outage removes none. */
const FAILURES_MAX = 5;
const FAILING_HOURS = 24;

/**
 * Stores a phone's push subscription until its session ends. The session's row is locked against a concurrent
 * sign-out.
 * @returns false when the session has ended.
 */
export async function upsertPushSubscription(
  tx: Queryable,
  user: SessionUser,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO push_subscriptions (endpoint, user_id, session_id, keys)
     SELECT $1, user_id, id, $4::jsonb FROM sessions WHERE id = $3 AND user_id = $2 AND revoked_at IS NULL FOR SHARE
     ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
       keys = excluded.keys, failures = 0, failed_at = NULL
     RETURNING 1`,
    [endpoint, user.id, user.sessionId, JSON.stringify(keys)],
  );
  await tx.query(
    `DELETE FROM push_subscriptions WHERE endpoint IN (
       SELECT endpoint FROM push_subscriptions WHERE user_id = $1
       ORDER BY (endpoint = $2) DESC, created_at DESC OFFSET ${PHONES_MAX})`,
    [user.id, endpoint],
  );
  return rows.length === 1;
}

export async function deletePushSubscriptionOfUser(
  tx: Queryable,
  userId: string,
  endpoint: string,
): Promise<void> {
  await tx.query('DELETE FROM push_subscriptions WHERE endpoint = $1 AND user_id = $2', [endpoint, userId]);
}

export type PushOutboxPayload = OutboxPayload<'push'>;

export interface PendingPushMessage {
  id: string;
  category: NotificationCategory;
  title: string;
  message: string;
  /** Path that a tap opens; null: the default screen of the notification's category. */
  path: string | null;
  keys: { p256dh: string; auth: string };
  unreadCount: number;
}

/** @returns null when the message is deleted, read, or for another account. */
export async function findPendingPushMessage(
  db: Queryable,
  payload: PushOutboxPayload,
): Promise<PendingPushMessage | null> {
  const [push] = await db.query<PendingPushMessage>(
    `SELECT n.id, n.category, n.title, concat_ws(E'\n', n.message, n.data ->> 'days') AS message,
       n.data ->> 'path' AS path, s.keys,
       (SELECT count(*)::integer FROM notifications u
        WHERE u.user_id = n.user_id AND u.read_at IS NULL AND u.deleted_at IS NULL) AS "unreadCount"
     FROM notifications n JOIN push_subscriptions s ON s.user_id = n.user_id
     WHERE n.id = $1 AND s.endpoint = $2 AND n.read_at IS NULL AND n.deleted_at IS NULL`,
    [payload.noticeId, payload.endpoint],
  );
  return push ?? null;
}

export async function deleteDeadPushSubscription(db: Queryable, endpoint: string): Promise<void> {
  await db.query('DELETE FROM push_subscriptions WHERE endpoint = $1', [endpoint]);
}

/** Counts a failed push message, and removes a subscription that has failed for too long. */
export async function recordPushFailure(db: Queryable, endpoint: string): Promise<void> {
  await db.query(
    `UPDATE push_subscriptions SET failures = failures + 1, failed_at = coalesce(failed_at, now())
     WHERE endpoint = $1`,
    [endpoint],
  );
  await db.query(
    `DELETE FROM push_subscriptions
     WHERE endpoint = $1 AND failures >= $2 AND failed_at <= now() - make_interval(hours => $3)`,
    [endpoint, FAILURES_MAX, FAILING_HOURS],
  );
}

export async function recordPushSuccess(db: Queryable, endpoint: string): Promise<void> {
  await db.query(
    'UPDATE push_subscriptions SET failures = 0, failed_at = NULL WHERE endpoint = $1 AND failures > 0',
    [endpoint],
  );
}

/** Finds the phone numbers whose owners receive push messages. An operator need not send them a message by hand. */
export async function findPhoneNumbersReachableByPush(db: Queryable, phones: string[]): Promise<Set<string>> {
  const rows = await db.query<{ phone: string }>(
    `SELECT DISTINCT u.phone FROM users u JOIN push_subscriptions s ON s.user_id = u.id AND s.failed_at IS NULL
     WHERE u.phone = ANY ($1)`,
    [phones],
  );
  return new Set(rows.map((row) => row.phone));
}
