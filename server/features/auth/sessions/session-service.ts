import { writeAudit } from '../../../audit/audit-log.ts';
import type { RecordEvent } from '../../../audit/security-events.ts';
import type { Queryable } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { notifySecurityChange } from '../account/account-notifications.ts';
import {
  browserKind,
  judgePresentedToken,
  newRefreshToken,
  successorOf,
  tokenHash,
} from './refresh-token.ts';
import {
  type ClientOrigin,
  findSessionOfToken,
  insertSession,
  insertToken,
  lockPresented,
  markPresented,
  revokeSession,
} from './session-repository.ts';

export interface SessionGrant {
  userId: string;
  sessionId: string;
  /** Sent only as a cookie. */
  refreshToken: string;
}

/**
 * Begins a session and ends the one whose cookie came with the request.
 *
 * @param user as read when the password was checked.
 * @throws {DomainError} `invalid_credentials` when the account was locked or its password changed since.
 */
export async function beginSession(
  tx: Queryable,
  user: { id: string; passwordHash: string },
  origin: ClientOrigin,
  replacedToken: string | null,
): Promise<SessionGrant> {
  const sessionId = await insertSession(tx, user, origin);
  if (!sessionId) throw new DomainError('invalid_credentials');
  if (replacedToken) await endSession(tx, replacedToken);
  const refreshToken = newRefreshToken();
  await insertToken(tx, sessionId, tokenHash(refreshToken), 0);
  return { userId: user.id, sessionId, refreshToken };
}

/**
 * Rotates a refresh token. A copied token ends the session and notifies the owner in this transaction, so the caller
 * must commit even when the result is null.
 *
 * @returns null when the token is refused for good.
 * @source accounts.md
 */
export async function renewSession(
  tx: Queryable,
  presentedToken: string,
  { serverKey, userAgent, record }: { serverKey: Uint8Array; userAgent: string | null; record: RecordEvent },
): Promise<SessionGrant | null> {
  const hash = tokenHash(presentedToken);
  const seen = await lockPresented(tx, hash);
  if (!seen || seen.isEnded || seen.isExpired) return null;
  const from = browserKind(userAgent);
  const verdict = judgePresentedToken(seen, seen.readAt, from);
  if (verdict === 'reused') {
    await revokeSession(tx, seen.sessionId);
    await notifySecurityChange(tx, seen.userId, 'session_revoked');
    await record(tx, 'refresh_token_copied', seen.userId);
    await writeAudit(tx, {
      actor: 'system',
      action: 'session.revoked',
      target: `session:${seen.sessionId}`,
      reason: 'a used refresh token came back',
    });
    return null;
  }
  const successor = successorOf(presentedToken, serverKey);
  if (verdict === 'rotate') {
    await markPresented(tx, hash, from);
    await insertToken(tx, seen.sessionId, tokenHash(successor), seen.generation + 1);
  }
  return { userId: seen.userId, sessionId: seen.sessionId, refreshToken: successor };
}

/** An unknown token is no error. @returns the session's user; null when it had already ended. */
export async function endSession(tx: Queryable, refreshToken: string): Promise<string | null> {
  const sessionId = await findSessionOfToken(tx, tokenHash(refreshToken));
  return sessionId ? await revokeSession(tx, sessionId) : null;
}
