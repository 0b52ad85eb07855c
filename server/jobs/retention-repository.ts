import { NOTIFICATIONS_PER_SHOPPER_MAX } from '#contract/limits.ts';
import type { Queryable } from '../db/database.ts';

/** Days for which completed outbox rows are stored, so that complaints can be examined. */
const OUTBOX_DAYS = 7;
/** Days after which the bodies of stored webhooks are erased, processed or not, because they are about persons. */
const EVENT_DAYS = 90;
const ADDRESS_DAYS = 90;
/** Days after which a recovery request without a response is closed, so that the shopper can make another. */
const RECOVERY_OPEN_DAYS = 7;
const RECOVERY_KEPT_DAYS = 90;
const SECURITY_DAYS = 90;
/**
 * Days after which the replies to operators' actions are deleted. Later repeats still change nothing, because the
 * audit row keeps the idempotency key.
 */
const ANSWER_DAYS = 30;
/** Only users with a notification of the last so many days are checked, because only new ones can exceed the maximum. */
const TOLD_DAYS = 7;
/** Days for which ended sessions are stored, for the shopper's own list of sessions and for complaints. */
const ENDED_SESSION_DAYS = 30;

export interface RetentionRule {
  change: string;
  /** SQL that selects the row location (`ctid`) of each due row, by which the change finds the row. */
  due: string;
}

/**
 * Lists which rows and columns are deleted. Keys and tokens expire by real time, delivery addresses and notifications
 * by the shop's clock.
 */
export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    change: `DELETE FROM idempotency_keys`,
    due: `SELECT ctid FROM idempotency_keys WHERE expires_at < now()`,
  },
  {
    change: `DELETE FROM refresh_tokens`,
    due: `SELECT ctid FROM refresh_tokens WHERE expires_at < now()`,
  },
  {
    change: `DELETE FROM reset_tokens`,
    due: `SELECT ctid FROM reset_tokens WHERE expires_at < now() - interval '1 day'`,
  },
  {
    change: `DELETE FROM temp_keys`,
    due: `SELECT ctid FROM temp_keys WHERE expires_at < now() - interval '30 days'`,
  },
  {
    change: `UPDATE recovery_requests SET status = 'expired'`,
    due: `SELECT ctid FROM recovery_requests
     WHERE status = 'open' AND created_at < app_now() - interval '${RECOVERY_OPEN_DAYS} days'`,
  },
  // Recovery requests for unknown accounts are deleted early, because anyone can create any number of them.
  {
    change: `DELETE FROM recovery_requests`,
    due: `SELECT ctid FROM recovery_requests
     WHERE user_id IS NULL AND created_at < app_now() - interval '${RECOVERY_OPEN_DAYS} days'`,
  },
  // A recovery request is deleted only after its temporary recovery key, which expires by real time.
  {
    change: `DELETE FROM recovery_requests`,
    due: `SELECT ctid FROM recovery_requests r
     WHERE status <> 'open' AND coalesce(decided_at, created_at) < app_now() - interval '${RECOVERY_KEPT_DAYS} days'
       AND NOT EXISTS (SELECT FROM temp_keys WHERE request_id = r.id)`,
  },
  {
    change: `DELETE FROM recovery_locks`,
    due: `SELECT ctid FROM recovery_locks
     WHERE coalesce(locked_until, created_at) < now() - interval '${RECOVERY_KEPT_DAYS} days'`,
  },
  {
    change: `DELETE FROM security_events`,
    due: `SELECT ctid FROM security_events WHERE hour < now() - interval '${SECURITY_DAYS} days'`,
  },
  {
    change: `DELETE FROM operator_answers`,
    due: `SELECT ctid FROM operator_answers WHERE created_at < now() - interval '${ANSWER_DAYS} days'`,
  },
  {
    change: `DELETE FROM operator_proposals`,
    due: `SELECT ctid FROM operator_proposals WHERE created_at < app_now() - interval '${ANSWER_DAYS} days'`,
  },
  {
    change: `UPDATE sessions SET ip = NULL, user_agent = NULL`,
    due: `SELECT ctid FROM sessions WHERE (ip IS NOT NULL OR user_agent IS NOT NULL)
       AND least(revoked_at, absolute_expires_at) < now() - interval '${ENDED_SESSION_DAYS} days'`,
  },
  {
    change: `DELETE FROM sessions`,
    due: `SELECT ctid FROM sessions WHERE absolute_expires_at < now() - interval '30 days'`,
  },
  {
    change: `DELETE FROM rate_limits`,
    due: `SELECT ctid FROM rate_limits WHERE refilled_at < now() - interval '8 days'`,
  },
  {
    change: `DELETE FROM outbox`,
    due: `SELECT ctid FROM outbox WHERE done_at < now() - interval '${OUTBOX_DAYS} days'`,
  },
  {
    change: `UPDATE provider_events SET body = '{}'`,
    due: `SELECT ctid FROM provider_events WHERE created_at < app_now() - interval '${EVENT_DAYS} days' AND body <> '{}'`,
  },
  // An order's delivery address is erased when all its groups ended more than 90 days ago.
  {
    change: `UPDATE orders SET delivery = '{}'`,
    due: `SELECT o.ctid FROM orders o
     WHERE o.delivery <> '{}' AND o.created_at < app_now() - interval '${ADDRESS_DAYS} days'
       -- The subquery runs once for each old order: only few still have an address, and a join would read all orders.
       AND (SELECT max(coalesce(g.closed_at, 'infinity')) FROM order_items i JOIN groups g ON g.id = i.group_id
            WHERE i.order_id = o.id) <= app_now() - interval '${ADDRESS_DAYS} days'`,
  },
  {
    change: `UPDATE payments SET delivery = '{}', phone = ''`,
    due: `SELECT ctid FROM payments p
     WHERE delivery <> '{}' AND status NOT IN ('created', 'pending') AND created_at < app_now() - interval '${ADDRESS_DAYS} days'
       AND coalesce((SELECT o.delivery FROM orders o WHERE o.payment_id = p.id), '{}') = '{}'`,
  },
  {
    change: `DELETE FROM notifications`,
    due: `SELECT at FROM (
       SELECT ctid AS at, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id) AS place
       FROM notifications WHERE user_id IN (
         SELECT user_id FROM (SELECT DISTINCT user_id FROM notifications
           WHERE created_at > app_now() - interval '${TOLD_DAYS} days') told
         WHERE (SELECT count(*) FROM notifications n WHERE n.user_id = told.user_id) > ${NOTIFICATIONS_PER_SHOPPER_MAX})) ranked
     WHERE place > ${NOTIFICATIONS_PER_SHOPPER_MAX}`,
  },
];

/**
 * Applies one rule to a limited number of rows, so that rows are locked only briefly.
 * @returns the number of affected rows.
 */
export async function deleteExpiredRows(
  db: Queryable,
  { change, due }: RetentionRule,
  rowsMax: number,
): Promise<number> {
  return (await db.query(`${change} WHERE ctid = ANY (ARRAY(${due} LIMIT $1)) RETURNING 1`, [rowsMax]))
    .length;
}
