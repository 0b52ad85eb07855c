import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../db/database.ts';

type SecurityEvent =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'sessions_ended'
  | 'refresh_token_copied'
  | 'origin_refused'
  | 'recovery_key_verified'
  | 'recovery_key_failed'
  | 'recovery_key_locked'
  | 'recovery_key_changed'
  | 'key_reset_requested'
  | 'temporary_key_failed'
  | 'password_failed'
  | 'password_changed'
  | 'account_exported'
  | 'account_deleted'
  | 'operator_refused'
  | 'operator_forbidden'
  | 'operator_passkey_copied';

/**
 * Stores and logs a security event. It takes as long without an account, so that the time reveals no accounts.
 * @param userId null: no such account.
 */
export type RecordSecurityEvent = (
  db: Queryable,
  event: SecurityEvent,
  userId: string | null,
) => Promise<void>;

/**
 * Creates the recorder of one request's security events, which stores the client's IP address as a keyed hash.
 * @source accounts.md
 */
export function createSecurityEventRecorder(
  request: Pick<FastifyRequest, 'ip' | 'log'>,
  hmacKey: Uint8Array,
): RecordSecurityEvent {
  return async (db, event, userId) => {
    const from = addressHash(request.ip, hmacKey);
    request.log.info({ event, userId, from }, 'security event');
    await keepEvent(db, event, userId, from);
  };
}

async function keepEvent(
  db: Queryable,
  event: SecurityEvent,
  userId: string | null,
  from: string,
): Promise<void> {
  await db.query(
    `INSERT INTO security_events AS e (user_id, event, address) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, event, address, hour) DO UPDATE SET times = e.times + 1, last_at = now()`,
    [userId, event, from],
  );
}

/**
 * Records a failed sign-in of an operator, at the command line or the console.
 * @param name null: no operator has this name.
 */
export async function recordRefusedOperatorSignIn(db: Queryable, name: string | null): Promise<void> {
  await keepEvent(db, 'operator_refused', null, name === null ? 'operator' : `operator:${name}`);
}

/** Records that a signed-in operator tried an action that their role forbids. */
export async function recordForbiddenOperatorAction(db: Queryable, name: string): Promise<void> {
  await keepEvent(db, 'operator_forbidden', null, `operator:${name}`);
}

/**
 * Counts operators' recent wrong passwords and codes. A few typing errors stay far below the limit that raises an
 * alarm.
 */
export async function countRecentRefusedOperatorSignIns(db: Queryable): Promise<number> {
  const rows = await db.query<{ times: number }>(
    `SELECT coalesce(sum(times), 0)::int AS times FROM security_events
     WHERE event = 'operator_refused' AND hour >= date_trunc('hour', now()) - interval '1 hour'`,
  );
  return rows[0]?.times ?? 0;
}

/**
 * Records that a passkey's signature counter did not increase, which suggests that somebody has a copy of the passkey.
 */
export async function recordClonedPasskey(db: Queryable, name: string): Promise<void> {
  await keepEvent(db, 'operator_passkey_copied', null, `operator:${name}`);
}

function addressHash(address: string, hmacKey: Uint8Array): string {
  return createHmac('sha256', hmacKey).update(`address:${address}`).digest('base64url').slice(0, 16);
}

/** Finds security events of a shopper and operators' actions on the account, newest first. */
export async function findSecurityEvents(db: Queryable, userId: string, limit: number): Promise<object[]> {
  return db.query<object>(
    `SELECT at, event, times, "from", "by" FROM (
       SELECT last_at AS at, event, times, address AS "from", NULL AS "by" FROM security_events WHERE user_id = $1
       UNION ALL
       SELECT created_at, action, 1, NULL, actor FROM audit_log WHERE target = 'user:' || $1::text
     ) known ORDER BY at DESC LIMIT $2`,
    [userId, limit],
  );
}
