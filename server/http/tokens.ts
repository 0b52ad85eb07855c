import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import type { ServerSecrets } from '../db/server-secrets.ts';

/** Who a request comes from. */
export interface SessionUser {
  id: string;
  sessionId: string;
}

const LIFETIME_MS = 15 * 60_000;

export interface AccessTokens {
  /** A signed token for 15 minutes of real time: the sandbox's movable clock must not sign anybody out. */
  issue(user: SessionUser): string;
  /** @returns null for a token that is missing, expired, forged or not ours. */
  read(token: string): SessionUser | null;
}

/** @source accounts.md: `{sub, sid}`, 15 min */
export function accessTokens({
  tokenKey,
  previousTokenKey,
}: Pick<ServerSecrets, 'tokenKey' | 'previousTokenKey'>): AccessTokens {
  const sign = createSigner({ key: tokenKey, algorithm: 'HS256', expiresIn: LIFETIME_MS });
  const verifierOf = (key: string) =>
    createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['sub', 'sid', 'exp'] });
  const verifyNow = verifierOf(tokenKey);
  const verifyPrevious = previousTokenKey && verifierOf(previousTokenKey.key);
  const verify = (token: string): unknown => {
    try {
      return verifyNow(token);
    } catch (error) {
      if (!verifyPrevious || Date.now() > previousTokenKey.untilMs) throw error;
      return verifyPrevious(token);
    }
  };
  return {
    issue: (user) => sign({ sub: user.id, sid: user.sessionId }),
    read: (token) => {
      try {
        const claims: unknown = verify(token);
        return readClaims(claims);
      } catch (error) {
        if (error instanceof TokenError) return null;
        throw error;
      }
    },
  };
}

function readClaims(claims: unknown): SessionUser | null {
  if (typeof claims !== 'object' || claims === null || !('sub' in claims) || !('sid' in claims)) return null;
  if (typeof claims.sub !== 'string' || typeof claims.sid !== 'string') return null;
  return { id: claims.sub, sessionId: claims.sid };
}
