import { writeAudit } from '../../../audit/audit-log.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/error-handler.ts';
import { randomCrockford } from '../../../lib/crockford.ts';
import type { PasswordHasher } from '../password-hashing.ts';
import { clearRecoveryLock } from './recovery-repository.ts';

const TEMPORARY_KEY_LENGTH = 12;

/** A request for a temporary key, as the operator reviews it. */
export interface RecoveryRequest {
  id: string;
  email: string;
  phone: string;
  reason: string;
  hasAccount: boolean;
  phoneMatches: boolean;
  status: string;
  createdAt: Date;
}

export async function listRecoveryRequests(db: Queryable, status: string): Promise<RecoveryRequest[]> {
  return db.query<RecoveryRequest>(
    `SELECT id, email::text AS email, phone, reason, user_id IS NOT NULL AS "hasAccount",
       phone_matches AS "phoneMatches", status, created_at AS "createdAt"
     FROM recovery_requests WHERE status = $1 ORDER BY created_at`,
    [status],
  );
}

/** The temporary key in clear text: shown once, stored hashed, good for 24 h. */
export interface IssuedKey {
  temporaryKey: string;
  email: string;
  phone: string;
  name: string;
}

/**
 * Gives out a temporary key and starts the count of misses again.
 *
 * @throws {DomainError} `not_found` for a request that is not open or belongs to no account.
 */
export async function approveRecovery(
  { db, hasher }: { db: Database; hasher: PasswordHasher },
  requestId: string,
  act: { actor: string; reason?: string },
): Promise<IssuedKey> {
  const temporaryKey = randomCrockford(TEMPORARY_KEY_LENGTH);
  const hash = await hasher.hash(temporaryKey);
  return db.transaction(async (tx) => {
    const [request] = await tx.query<Omit<IssuedKey, 'temporaryKey'> & { userId: string }>(
      `UPDATE recovery_requests r SET status = 'approved', decided_by = $2, decided_at = app_now(), note = $3
       FROM users u
       WHERE r.id = $1 AND r.status = 'open' AND u.id = r.user_id AND u.deleted_at IS NULL
       RETURNING u.id AS "userId", u.email::text AS email, u.phone, u.name`,
      [requestId, act.actor, act.reason ?? null],
    );
    if (!request) throw new DomainError('not_found', 'No open request of an account has this id.');
    const { userId, email, phone, name } = request;
    // An older key must not stay good beside the new one.
    await tx.query('UPDATE temp_keys SET expires_at = now() WHERE user_id = $1 AND used_at IS NULL', [
      userId,
    ]);
    await tx.query('INSERT INTO temp_keys (user_id, hash, request_id, issued_by) VALUES ($1, $2, $3, $4)', [
      userId,
      hash,
      requestId,
      act.actor,
    ]);
    await clearRecoveryLock(tx, email);
    await writeAudit(tx, { ...act, action: 'recovery.approve', target: `user:${userId}` });
    return { temporaryKey, email, phone, name };
  });
}

/** @throws {DomainError} `not_found` for a request that is not open. */
export function rejectRecovery(
  db: Database,
  requestId: string,
  act: { actor: string; reason: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx.query(
      `UPDATE recovery_requests SET status = 'rejected', decided_by = $2, decided_at = app_now(), note = $3
       WHERE id = $1 AND status = 'open' RETURNING 1`,
      [requestId, act.actor, act.reason],
    );
    if (rows.length === 0) throw new DomainError('not_found', 'No open request has this id.');
    await writeAudit(tx, { ...act, action: 'recovery.reject', target: `recovery:${requestId}` });
  });
}
