import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { RecordSecurityEvent } from '../../../audit/security-events.ts';
import type { Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { notifyUserOfSecurityChange } from '../account/account-notifications.ts';
import {
  classifyRefreshTokenUse,
  createRefreshToken,
  deriveNextRefreshToken,
  hashBrowserFamily,
  hashRefreshToken,
} from './refresh-token.ts';
import * as rows from './session-repository.ts';

export interface NewSessionTokens {
  userId: string;
  sessionId: string;
  /** The refresh token, which the browser gets only as a cookie. */
  refreshToken: string;
}

/**
 * Begins a session and ends the browser's previous one.
 * @param user the account as it was read for the password check.
 * @throws {DomainError} `invalid_credentials` when the account has changed since.
 */
export async function beginSession(
  tx: Queryable,
  user: { id: string; passwordHash: string },
  origin: rows.SignInClient,
  replacedToken: string | null,
): Promise<NewSessionTokens> {
  const sessionId = await rows.insertSession(tx, user, origin);
  if (!sessionId) throw new DomainError('invalid_credentials');
  if (replacedToken) await endSessionByRefreshToken(tx, replacedToken);
  const refreshToken = createRefreshToken();
  await rows.insertRefreshToken(tx, sessionId, hashRefreshToken(refreshToken), 0);
  return { userId: user.id, sessionId, refreshToken };
}

/**
 * Replaces a refresh token by its successor. A copied token ends the session, which the caller must commit.
 * @returns null when the token is refused for good.
 * @source accounts.md
 */
export async function renewSession(
  tx: Queryable,
  presentedToken: string,
  {
    serverKey,
    userAgent,
    record,
  }: { serverKey: Uint8Array; userAgent: string | null; record: RecordSecurityEvent },
): Promise<NewSessionTokens | null> {
  const hash = hashRefreshToken(presentedToken);
  const seen = await rows.lockPresentedRefreshToken(tx, hash);
  if (!seen || seen.isEnded || seen.isExpired) return null;
  const from = hashBrowserFamily(userAgent);
  const verdict = classifyRefreshTokenUse(seen, seen.readAt, from);
  if (verdict === 'reused') {
    await rows.revokeSession(tx, seen.sessionId);
    await notifyUserOfSecurityChange(tx, seen.userId, 'session_revoked');
    await record(tx, 'refresh_token_copied', seen.userId);
    await writeAuditEntry(tx, {
      actor: 'system',
      action: 'session.revoked',
      target: `session:${seen.sessionId}`,
      reason: 'a used refresh token came back',
    });
    return null;
  }
  const successor = deriveNextRefreshToken(presentedToken, serverKey);
  if (verdict === 'rotate') {
    await rows.markRefreshTokenPresented(tx, hash, from);
    await rows.insertRefreshToken(tx, seen.sessionId, hashRefreshToken(successor), seen.generation + 1);
  }
  return { userId: seen.userId, sessionId: seen.sessionId, refreshToken: successor };
}

/**
 * Ends the session of a refresh token; an unknown token is no error.
 * @returns the user's id; null: no session ended.
 */
export async function endSessionByRefreshToken(tx: Queryable, refreshToken: string): Promise<string | null> {
  const sessionId = await rows.findSessionIdByRefreshTokenHash(tx, hashRefreshToken(refreshToken));
  return sessionId ? await rows.revokeSession(tx, sessionId) : null;
}
