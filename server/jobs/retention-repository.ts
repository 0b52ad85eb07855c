import { NOTIFICATIONS_KEPT } from '#contract/limits.ts';
import type { Queryable } from '../db/database.ts';

/** The outbox's done rows are kept this long for whoever looks into a complaint. */
const OUTBOX_DAYS = 7;
/** From its arrival, also for an event that was never worked off. */
const EVENT_DAYS = 90;
const ADDRESS_DAYS = 90;
/** No law names a figure. After a week without an answer the shopper must be able to ask again. */
const RECOVERY_OPEN_DAYS = 7;
const RECOVERY_KEPT_DAYS = 90;
const SECURITY_DAYS = 90;
/** Who has been told nothing for so long has no more than at an earlier sweep. */
const TOLD_DAYS = 7;
/** Where a session was: for the list of one's own sessions, and for complaints. */
const ENDED_SESSION_DAYS = 30;

/**
 * What may go, one statement each, each affecting at most $1 rows, so that no delete holds its locks for long.
 * Keys and tokens run on real time, addresses and notifications on the shop's clock.
 */
export const SWEEPS: readonly string[] = [
  `DELETE FROM idempotency_keys WHERE (scope, key) IN (
     SELECT scope, key FROM idempotency_keys WHERE expires_at < now() LIMIT $1)`,
  `DELETE FROM refresh_tokens WHERE hash IN (SELECT hash FROM refresh_tokens WHERE expires_at < now() LIMIT $1)`,
  `DELETE FROM reset_tokens WHERE hash IN (
     SELECT hash FROM reset_tokens WHERE expires_at < now() - interval '1 day' LIMIT $1)`,
  `DELETE FROM temp_keys WHERE id IN (
     SELECT id FROM temp_keys WHERE expires_at < now() - interval '30 days' LIMIT $1)`,
  `UPDATE recovery_requests SET status = 'expired' WHERE id IN (
     SELECT id FROM recovery_requests
     WHERE status = 'open' AND created_at < app_now() - interval '${RECOVERY_OPEN_DAYS} days' LIMIT $1)
   AND status = 'open'`,
  // A key that was given out for it runs on real time and may still be there.
  `DELETE FROM recovery_requests WHERE id IN (
     SELECT id FROM recovery_requests r
     WHERE status <> 'open' AND coalesce(decided_at, created_at) < app_now() - interval '${RECOVERY_KEPT_DAYS} days'
       AND NOT EXISTS (SELECT FROM temp_keys WHERE request_id = r.id) LIMIT $1)`,
  `DELETE FROM recovery_locks WHERE email IN (
     SELECT email FROM recovery_locks
     WHERE coalesce(locked_until, created_at) < now() - interval '${RECOVERY_KEPT_DAYS} days' LIMIT $1)`,
  `DELETE FROM security_events WHERE ctid IN (
     SELECT ctid FROM security_events WHERE hour < now() - interval '${SECURITY_DAYS} days' LIMIT $1)`,
  `UPDATE sessions SET ip = NULL, user_agent = NULL WHERE id IN (
     SELECT id FROM sessions WHERE (ip IS NOT NULL OR user_agent IS NOT NULL)
       AND least(revoked_at, absolute_expires_at) < now() - interval '${ENDED_SESSION_DAYS} days' LIMIT $1)`,
  `DELETE FROM sessions WHERE id IN (
     SELECT id FROM sessions WHERE absolute_expires_at < now() - interval '30 days' LIMIT $1)`,
  `DELETE FROM rate_limits WHERE bucket IN (
     SELECT bucket FROM rate_limits WHERE refilled_at < now() - interval '8 days' LIMIT $1)`,
  `DELETE FROM outbox WHERE id IN (
     SELECT id FROM outbox WHERE done_at < now() - interval '${OUTBOX_DAYS} days' LIMIT $1)`,
  `UPDATE provider_events SET body = '{}' WHERE id IN (
     SELECT id FROM provider_events WHERE created_at < app_now() - interval '${EVENT_DAYS} days' AND body <> '{}'
     LIMIT $1)`,
  // An order's address goes when all its groups ended long ago.
  `UPDATE orders SET delivery = '{}' WHERE id IN (
     SELECT o.id FROM orders o
     WHERE o.delivery <> '{}' AND o.created_at < app_now() - interval '${ADDRESS_DAYS} days' AND NOT EXISTS (
       SELECT FROM order_items i JOIN groups g ON g.id = i.group_id
       WHERE i.order_id = o.id
         AND coalesce(g.closed_at, 'infinity') > app_now() - interval '${ADDRESS_DAYS} days') LIMIT $1)`,
  `UPDATE payments SET delivery = '{}', phone = '' WHERE id IN (
     SELECT p.id FROM payments p LEFT JOIN orders o ON o.payment_id = p.id
     WHERE p.delivery <> '{}' AND p.status NOT IN ('created', 'pending')
       AND CASE WHEN o.id IS NULL THEN p.created_at < app_now() - interval '${ADDRESS_DAYS} days'
           ELSE o.delivery = '{}' END LIMIT $1)`,
  `DELETE FROM notifications WHERE id IN (
     SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id) AS place
                     FROM notifications WHERE user_id IN (
                       SELECT user_id FROM (SELECT DISTINCT user_id FROM notifications
                         WHERE created_at > app_now() - interval '${TOLD_DAYS} days') told
                       WHERE (SELECT count(*) FROM notifications n WHERE n.user_id = told.user_id) > ${NOTIFICATIONS_KEPT})) ranked
     WHERE place > ${NOTIFICATIONS_KEPT} LIMIT $1)`,
];

/** @returns how many rows one of the sweeps affected now. */
export async function sweepRows(db: Queryable, sweep: string, rowsMax: number): Promise<number> {
  return (await db.query(`${sweep} RETURNING 1`, [rowsMax])).length;
}
