import type { Queryable } from '../../../db/database.ts';

const MISSES_BEFORE_LOCK = 10;
const REQUESTS_SHOWN = 200;
/** SQL for the number of earlier locks, which lengthen the next lock. Each 30 days without a lock subtract one. */
const LOCKS_LEFT = `greatest(0, l.locks - extract(day FROM now() - coalesce(l.locked_until, now()))::integer / 30)`;
/** A used reset token or temporary key may be sent again this often. More would let a thief guess passwords. */
const REPEATS = 20;

/**
 * Returns true while recovery is locked for this e-mail. Unknown e-mails are locked too, so that the lock does not
 * reveal which accounts exist.
 */
export async function isRecoveryLocked(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM recovery_locks WHERE email = $1::text::email_address AND locked_until > now()',
    [email],
  );
  return rows.length > 0;
}

/** Counts a wrong recovery key. Every tenth locks recovery, for twice as long each time, from 24 hours to 7 days. */
export async function recordFailedRecovery(db: Queryable, email: string): Promise<void> {
  await db.query(
    `INSERT INTO recovery_locks AS l (email, misses) VALUES ($1, 1)
     ON CONFLICT (email) DO UPDATE SET
       misses = CASE WHEN l.misses + 1 >= $2 THEN 0 ELSE l.misses + 1 END,
       locks = CASE WHEN l.misses + 1 >= $2 THEN ${LOCKS_LEFT} + 1 ELSE l.locks END,
       locked_until = CASE WHEN l.misses + 1 >= $2
         THEN now() + least(interval '24 hours' * power(2, least(${LOCKS_LEFT}, 10)), interval '7 days')
         ELSE l.locked_until END`,
    [email, MISSES_BEFORE_LOCK],
  );
}

/** Resets the count of wrong recovery keys, after a success or by an operator. */
export async function clearRecoveryLock(db: Queryable, email: string): Promise<void> {
  await db.query('DELETE FROM recovery_locks WHERE email = $1::text::email_address', [email]);
}

export async function insertPasswordResetToken(db: Queryable, userId: string, hash: Buffer): Promise<void> {
  await db.query('INSERT INTO reset_tokens (hash, user_id) VALUES ($1, $2)', [hash, userId]);
}

/** @returns the hash of the account's recovery key; undefined when the reset token is invalid. */
export async function findRecoveryKeyHashByResetToken(
  db: Queryable,
  hash: Buffer,
): Promise<{ hash: string | null } | undefined> {
  const rows = await db.query<{ hash: string | null }>(
    `SELECT u.recovery_key_hash AS hash FROM reset_tokens t JOIN users u ON u.id = t.user_id
     WHERE t.hash = $1 AND t.used_at IS NULL AND t.expires_at > now()`,
    [hash],
  );
  return rows[0];
}

/**
 * Uses up this password reset token and all others of its user.
 * @returns the user's id; null when the token is no longer valid.
 */
export async function consumePasswordResetToken(tx: Queryable, tokenHash: Buffer): Promise<string | null> {
  const rows = await tx.query<{ user_id: string }>(
    `UPDATE reset_tokens SET used_at = now() WHERE hash = $1 AND used_at IS NULL AND expires_at > now()
     RETURNING user_id`,
    [tokenHash],
  );
  const userId = rows[0]?.user_id ?? null;
  if (userId) await invalidatePasswordResetTokens(tx, userId);
  return userId;
}

export async function invalidatePasswordResetTokens(tx: Queryable, userId: string): Promise<void> {
  await tx.query('UPDATE reset_tokens SET used_at = now() WHERE user_id = $1 AND used_at IS NULL', [userId]);
}

/**
 * Counts one repeat of a completed password reset, whose reply may have been lost.
 * @returns the account's password hash; null when no repeat is allowed.
 */
export async function claimPasswordResetRepeat(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  const rows = await db.query<{ password_hash: string }>(
    `UPDATE reset_tokens t SET repeats = t.repeats + 1 FROM users u
     WHERE t.hash = $1 AND t.used_at IS NOT NULL AND t.expires_at > now() AND t.repeats < $2
       AND u.id = t.user_id
     RETURNING u.password_hash`,
    [tokenHash, REPEATS],
  );
  return rows[0]?.password_hash ?? null;
}

/**
 * Stores a recovery request. An e-mail has one open request; one with the account's phone number replaces a stranger's.
 */
export async function insertRecoveryRequest(
  db: Queryable,
  request: { userId: string | null; email: string; phone: string; reason: string; phoneMatches: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO recovery_requests AS r (user_id, email, phone, reason, phone_matches)
     SELECT $1, $2::text, $3, $4, $5
     WHERE $1::uuid IS NOT NULL OR NOT EXISTS (
       SELECT 1 FROM recovery_requests WHERE status = 'open' AND email = $2::text::email_address
         AND user_id IS NULL)
     ON CONFLICT (user_id) WHERE status = 'open' DO UPDATE SET phone = excluded.phone, reason = excluded.reason,
       phone_matches = true, created_at = excluded.created_at
     WHERE excluded.phone_matches AND NOT r.phone_matches`,
    [request.userId, request.email, request.phone, request.reason, request.phoneMatches],
  );
}

/** Finds a valid temporary key. Wrong attempts do not invalidate it, because a stranger could then block the owner. */
export async function findTemporaryRecoveryKey(
  db: Queryable,
  userId: string | null,
): Promise<{ id: string; hash: string } | null> {
  const rows = await db.query<{ id: string; hash: string }>(
    `SELECT id, hash FROM temp_keys WHERE user_id = $1 AND used_at IS NULL AND expires_at > now()
     ORDER BY created_at DESC LIMIT 1`,
    [userId],
  );
  return rows[0] ?? null;
}

/**
 * Counts one repeat of the request that used the last temporary key, because its reply may have been lost.
 * @returns the key's hash; null when no repeat is allowed.
 */
export async function claimTemporaryRecoveryKeyRepeat(
  db: Queryable,
  userId: string | null,
): Promise<string | null> {
  const rows = await db.query<{ hash: string }>(
    `UPDATE temp_keys SET repeats = repeats + 1
     WHERE id = (SELECT id FROM temp_keys WHERE user_id = $1 AND used_at IS NOT NULL AND expires_at > now()
                 ORDER BY used_at DESC LIMIT 1)
       AND repeats < $2
     RETURNING hash`,
    [userId, REPEATS],
  );
  return rows[0]?.hash ?? null;
}

/** @returns false when the temporary key was used by another request. */
export async function consumeTemporaryRecoveryKey(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE temp_keys SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING 1',
    [id],
  );
  return rows.length === 1;
}

export interface RecoveryRequestRow {
  id: string;
  email: string;
  phone: string;
  /** Name of the account, which operators ask for during the phone call; null: there is no account. */
  accountName: string | null;
  accountPhone: string | null;
  reason: string;
  hasAccount: boolean;
  phoneMatches: boolean;
  status: string;
  createdAt: Date;
}

/** Lists recovery requests, oldest first, but those with the account's phone number before the rest. */
export async function findRecoveryRequests(db: Queryable, status: string): Promise<RecoveryRequestRow[]> {
  return db.query<RecoveryRequestRow>(
    `SELECT r.id, r.email::text AS email, r.phone, u.name AS "accountName", u.phone AS "accountPhone", r.reason,
       r.user_id IS NOT NULL AS "hasAccount", r.phone_matches AS "phoneMatches", r.status, r.created_at AS "createdAt"
     FROM recovery_requests r LEFT JOIN users u ON u.id = r.user_id AND u.deleted_at IS NULL
     WHERE r.status = $1 ORDER BY r.phone_matches DESC, r.created_at, r.id LIMIT $2`,
    [status, REQUESTS_SHOWN],
  );
}

interface Decision {
  actor: string;
  reason?: string;
}

interface ApprovedRequest {
  userId: string;
  email: string;
  /** Phone number of the account; the number in the recovery request may differ. */
  phone: string;
  name: string;
  phoneMatches: boolean;
}

/**
 * Marks an open recovery request as approved.
 * @returns the shopper's account; null when the request is not open or belongs to no account.
 */
export async function markRecoveryRequestApproved(
  tx: Queryable,
  requestId: string,
  { actor, reason }: Decision,
): Promise<ApprovedRequest | null> {
  const rows = await tx.query<ApprovedRequest>(
    // The shopper's row is locked first, so that no recovery key is stored for an account that is being deleted.
    `WITH shopper AS (
       SELECT u.id, u.email, u.phone, u.name FROM recovery_requests o JOIN users u ON u.id = o.user_id
       WHERE o.id = $1 AND u.deleted_at IS NULL FOR NO KEY UPDATE OF u)
     UPDATE recovery_requests r SET status = 'approved', decided_by = $2, decided_at = app_now(), note = $3
     FROM shopper u
     WHERE r.id = $1 AND r.status = 'open' AND u.id = r.user_id
     RETURNING u.id AS "userId", u.email::text AS email, u.phone, u.name, r.phone_matches AS "phoneMatches"`,
    [requestId, actor, reason ?? null],
  );
  return rows[0] ?? null;
}

/** @returns false when the recovery request is not open. */
export async function markRecoveryRequestRejected(
  tx: Queryable,
  requestId: string,
  { actor, reason }: Decision,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE recovery_requests SET status = 'rejected', decided_by = $2, decided_at = app_now(), note = $3
     WHERE id = $1 AND status = 'open' RETURNING 1`,
    [requestId, actor, reason ?? null],
  );
  return rows.length > 0;
}

export async function replaceTemporaryRecoveryKey(
  tx: Queryable,
  key: { userId: string; hash: string; requestId: string; actor: string },
): Promise<void> {
  await tx.query('UPDATE temp_keys SET expires_at = now() WHERE user_id = $1 AND used_at IS NULL', [
    key.userId,
  ]);
  await tx.query('INSERT INTO temp_keys (user_id, hash, request_id, issued_by) VALUES ($1, $2, $3, $4)', [
    key.userId,
    key.hash,
    key.requestId,
    key.actor,
  ]);
}
