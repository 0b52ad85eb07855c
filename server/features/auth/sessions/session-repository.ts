import type { OwnSession } from '#contract/schemas/auth.ts';
import type { Queryable } from '../../../db/database.ts';
import type { SessionUser } from '../../../http/sessions/tokens.ts';

export interface PresentedRefreshTokenRow {
  sessionId: string;
  userId: string;
  generation: number;
  isExpired: boolean;
  /** True: the session has ended or is 90 days old. */
  isEnded: boolean;
  newestPresented: number | null;
  newestPresentedAt: Date | null;
  presentedFrom: string | null;
  readAt: Date;
}

export interface SignInClient {
  userAgent: string | null;
  address: string | null;
  /** True when the account of this e-mail (lower case) has signed in on this phone. */
  isPhoneOf?(email: string): boolean;
}

/**
 * Stores a new session. It first waits for a concurrent lock, deletion or password change of the account.
 * @returns null when the account is locked or deleted, or its password has changed.
 */
export async function insertSession(
  tx: Queryable,
  user: { id: string; passwordHash: string },
  origin: SignInClient,
): Promise<string | null> {
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO sessions (user_id, user_agent, ip)
     SELECT id, $3, $4 FROM users
     WHERE id = $1 AND password_hash = $2 AND locked_at IS NULL AND deleted_at IS NULL FOR SHARE
     RETURNING id`,
    [user.id, user.passwordHash, origin.userAgent?.slice(0, 400) ?? null, origin.address],
  );
  return rows[0]?.id ?? null;
}

/** Stores a refresh token for 30 days, but never beyond the end of its session. */
export async function insertRefreshToken(
  tx: Queryable,
  sessionId: string,
  hash: Buffer,
  generation: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO refresh_tokens (hash, session_id, generation, expires_at)
     SELECT $2, id, $3, least(now() + interval '30 days', absolute_expires_at) FROM sessions WHERE id = $1
     ON CONFLICT (session_id, generation) DO NOTHING`,
    [sessionId, hash, generation],
  );
}

/** Locks the session of a refresh token, so that requests with the same token are decided one after the other. */
export async function lockPresentedRefreshToken(
  tx: Queryable,
  hash: Buffer,
): Promise<PresentedRefreshTokenRow | null> {
  const locked = await tx.query<{ id: string }>(
    `SELECT s.id FROM sessions s WHERE s.id = (SELECT session_id FROM refresh_tokens WHERE hash = $1)
     FOR NO KEY UPDATE`,
    [hash],
  );
  if (!locked[0]) return null;
  const rows = await tx.query<PresentedRefreshTokenRow>(
    `SELECT s.id AS "sessionId", s.user_id AS "userId", t.generation,
       t.presented_from AS "presentedFrom", t.expires_at <= now() AS "isExpired", now() AS "readAt",
       (s.revoked_at IS NOT NULL OR s.absolute_expires_at <= now()) AS "isEnded",
       newest.generation AS "newestPresented", newest.presented_at AS "newestPresentedAt"
     FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
     LEFT JOIN LATERAL (
       SELECT generation, presented_at FROM refresh_tokens
       WHERE session_id = s.id AND presented_at IS NOT NULL ORDER BY generation DESC LIMIT 1
     ) newest ON true
     WHERE t.hash = $1`,
    [hash],
  );
  return rows[0] ?? null;
}

export async function markRefreshTokenPresented(tx: Queryable, hash: Buffer, browser: string): Promise<void> {
  await tx.query(
    `UPDATE refresh_tokens SET presented_at = coalesce(presented_at, now()),
       rotated_at = coalesce(rotated_at, now()), presented_from = coalesce(presented_from, $2) WHERE hash = $1`,
    [hash, browser],
  );
}

/** Ends a session. @returns the id of the session's user; null when the session had already ended. */
export async function revokeSession(tx: Queryable, sessionId: string): Promise<string | null> {
  const rows = await tx.query<{ user_id: string }>(
    'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING user_id',
    [sessionId],
  );
  return rows[0]?.user_id ?? null;
}

export async function findSessionIdByRefreshTokenHash(
  db: Queryable,
  tokenHash: Buffer,
): Promise<string | null> {
  const rows = await db.query<{ session_id: string }>(
    'SELECT session_id FROM refresh_tokens WHERE hash = $1',
    [tokenHash],
  );
  return rows[0]?.session_id ?? null;
}

export async function revokeAllSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL', [
    userId,
  ]);
}

export async function revokeOtherSessions(tx: Queryable, current: SessionUser): Promise<void> {
  await tx.query(
    'UPDATE sessions SET revoked_at = now() WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL',
    [current.id, current.sessionId],
  );
}

/** Checks whose session it is. @returns true also for a session of the user that has ended. */
export async function isSessionOfUser(tx: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2', [sessionId, userId]);
  return rows.length > 0;
}

/** Lists the user's active sessions, the most recently used first. Renewing an access token counts as use. */
export async function findActiveSessions(db: Queryable, current: SessionUser): Promise<OwnSession[]> {
  const rows = await db.query<
    Omit<OwnSession, 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date }
  >(
    `SELECT s.id, s.created_at AS "createdAt", s.user_agent AS "userAgent", s.id = $2 AS "isCurrent",
       coalesce((SELECT max(created_at) FROM refresh_tokens WHERE session_id = s.id), s.created_at) AS "lastSeenAt"
     FROM sessions s WHERE s.user_id = $1 AND s.revoked_at IS NULL AND s.absolute_expires_at > now()
       AND EXISTS (SELECT FROM refresh_tokens WHERE session_id = s.id AND expires_at > now())
     ORDER BY "lastSeenAt" DESC, s.id`,
    [current.id, current.sessionId],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}
