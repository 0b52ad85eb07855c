import { CONSOLE_IDLE_MINUTES_MAX, PRIVILEGED_ROLE_IDLE_MINUTES_MAX } from '#contract/limits.ts';
import type { Queryable } from '../../db/database.ts';
import type { OperatorRole } from '../action.ts';

/** A signed-in operator. */
export interface ConsoleOperator {
  name: string;
  role: OperatorRole;
  /** Codes of the pickup centres to which the operator is limited; null: the whole shop. */
  centres: string[] | null;
}

/** The stored credentials of an operator. */
export interface OperatorCredentials extends ConsoleOperator {
  secretHash: string;
  passwordHash: string | null;
  totpSecret: Buffer | null;
  enrolledAt: Date | null;
}

export async function findOperatorCredentials(
  db: Queryable,
  name: string,
): Promise<OperatorCredentials | undefined> {
  const [found] = await db.query<OperatorCredentials>(
    `SELECT name, role, centres, secret_hash AS "secretHash", password_hash AS "passwordHash", totp_secret AS "totpSecret",
       enrolled_at AS "enrolledAt"
     FROM operators WHERE name = $1 AND removed_at IS NULL`,
    [name],
  );
  return found;
}

export interface OperatorPasswordAndAuthenticatorRow {
  name: string;
  passwordHash: string;
  totpSecret: Buffer;
  codeHashes: Buffer[];
}

/** @returns false when the operator has signed in before. Then an owner must run `operator reset` first. */
export async function storeOperatorPasswordAndAuthenticator(
  tx: Queryable,
  enrolment: OperatorPasswordAndAuthenticatorRow,
): Promise<boolean> {
  const { name, passwordHash, totpSecret, codeHashes } = enrolment;
  const updated = await tx.query(
    `UPDATE operators SET password_hash = $2, totp_secret = $3, totp_step = NULL
     WHERE name = $1 AND enrolled_at IS NULL AND removed_at IS NULL RETURNING 1`,
    [name, passwordHash, totpSecret],
  );
  if (updated.length === 0) return false;
  await replaceRecoveryCodes(tx, name, codeHashes);
  return true;
}

/** Replaces all recovery codes, so that the old ones are no longer valid. */
export async function replaceRecoveryCodes(tx: Queryable, name: string, hashes: Buffer[]): Promise<void> {
  await tx.query('DELETE FROM operator_recovery_codes WHERE name = $1', [name]);
  await tx.query('INSERT INTO operator_recovery_codes (name, hash) SELECT $1, unnest($2::bytea[])', [
    name,
    hashes,
  ]);
}

/**
 * Locks the operator's row, so that changes of one operator's access run one after another.
 * @param passwordHash the hash that was just checked.
 * @returns false when the operator was removed or the password has changed since.
 */
export async function lockOperatorIfPasswordUnchanged(
  tx: Queryable,
  name: string,
  passwordHash: string,
): Promise<boolean> {
  const held = await tx.query(
    'SELECT 1 FROM operators WHERE name = $1 AND removed_at IS NULL AND password_hash = $2 FOR UPDATE',
    [name, passwordHash],
  );
  return held.length > 0;
}

/**
 * Marks an authenticator code's time step as used, so that a code works only once.
 * @returns false when this step or a later one was used.
 */
export async function consumeTotpStep(tx: Queryable, name: string, step: number): Promise<boolean> {
  const taken = await tx.query(
    `UPDATE operators SET totp_step = $2, enrolled_at = coalesce(enrolled_at, now())
     WHERE name = $1 AND (totp_step IS NULL OR totp_step < $2) RETURNING 1`,
    [name, step],
  );
  return taken.length > 0;
}

/** Uses up a recovery code. @returns how many are left; null for a wrong or used code, and before the first sign-in. */
export async function consumeRecoveryCode(tx: Queryable, name: string, hash: Buffer): Promise<number | null> {
  const taken = await tx.query(
    `UPDATE operator_recovery_codes c SET used_at = now() FROM operators o
     WHERE c.name = $1 AND c.hash = $2 AND c.used_at IS NULL AND o.name = c.name AND o.enrolled_at IS NOT NULL
     RETURNING 1`,
    [name, hash],
  );
  if (taken.length === 0) return null;
  const [left] = await tx.query<{ codes: number }>(
    'SELECT count(*)::int AS codes FROM operator_recovery_codes WHERE name = $1 AND used_at IS NULL',
    [name],
  );
  return left?.codes ?? 0;
}

/** Stores a session and deletes this operator's expired sessions, because no job deletes them. */
export async function insertConsoleSession(
  tx: Queryable,
  { hash, name, ip, userAgent }: { hash: Buffer; name: string; ip: string; userAgent: string | null },
): Promise<void> {
  await tx.query('DELETE FROM operator_sessions WHERE name = $1 AND expires_at < now()', [name]);
  await tx.query('INSERT INTO operator_sessions (hash, name, ip, user_agent) VALUES ($1, $2, $3, $4)', [
    hash,
    name,
    ip,
    userAgent,
  ]);
}

/** SQL condition that session `s` of operator `o` is active. */
export const IS_CONSOLE_SESSION_ACTIVE_SQL = `s.expires_at > now() AND s.last_seen_at > now() - CASE
  WHEN o.role IN ('finance', 'owner') THEN interval '${PRIVILEGED_ROLE_IDLE_MINUTES_MAX} minutes'
  ELSE interval '${CONSOLE_IDLE_MINUTES_MAX} minutes' END`;

/** Finds an active session's operator, and updates the time of last use at most once a minute. */
export async function findConsoleSession(
  db: Queryable,
  hash: Buffer,
  { isByItself }: { isByItself: boolean },
): Promise<ConsoleOperator | undefined> {
  const [found] = await db.query<ConsoleOperator>(
    `WITH seen AS (
       UPDATE operator_sessions s SET last_seen_at = now() FROM operators o
       WHERE s.hash = $1 AND NOT $2 AND o.name = s.name AND ${IS_CONSOLE_SESSION_ACTIVE_SQL}
         AND s.last_seen_at < now() - interval '1 minute'
     )
     SELECT o.name, o.role, o.centres FROM operator_sessions s JOIN operators o ON o.name = s.name
     WHERE s.hash = $1 AND ${IS_CONSOLE_SESSION_ACTIVE_SQL} AND o.removed_at IS NULL AND o.enrolled_at IS NOT NULL`,
    [hash, isByItself],
  );
  return found;
}

export async function endConsoleSession(tx: Queryable, hash: Buffer): Promise<boolean> {
  return (await tx.query('DELETE FROM operator_sessions WHERE hash = $1 RETURNING 1', [hash])).length > 0;
}
