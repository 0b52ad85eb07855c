import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import type { ServerSecrets } from '../../db/server-secrets.ts';

export interface SessionUser {
  id: string;
  sessionId: string;
}

const LIFETIME_MS = 15 * 60_000;

export interface AccessTokenService {
  /**
   * Signs an access token for 15 minutes of real time, because the sandbox's movable clock must not sign anybody out.
   */
  issue(user: SessionUser): string;
  /** @returns the user; null for a missing, expired or forged token, and for a token of another shop. */
  read(token: string): SessionUser | null;
}

/** Signs and checks access tokens. @param now returns real time. @source accounts.md: `{sub, sid}`, 15 min */
export function createAccessTokenService(
  { tokenKey, previousTokenKey }: Pick<ServerSecrets, 'tokenKey' | 'previousTokenKey'>,
  now: () => Date = () => new Date(),
): AccessTokenService {
  const sign = createSigner({ key: tokenKey, algorithm: 'HS256', expiresIn: LIFETIME_MS });
  const verifierOf = (key: string) =>
    createVerifier({
      key,
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'exp'],
      // The library compares the expiry with this machine's clock, which may be wrong. `readClaims` compares it with
      // `now` instead.
      ignoreExpiration: true,
    });
  const verifyNow = verifierOf(tokenKey);
  const verifyPrevious = previousTokenKey && verifierOf(previousTokenKey.key);
  const verify = (token: string): unknown => {
    try {
      return verifyNow(token);
    } catch (error) {
      if (!verifyPrevious || now().getTime() > previousTokenKey.untilMs) throw error;
      return verifyPrevious(token);
    }
  };
  return {
    issue: (user) => sign({ sub: user.id, sid: user.sessionId, iat: Math.floor(now().getTime() / 1_000) }),
    read: (token) => {
      try {
        const claims: unknown = verify(token);
        return readClaims(claims, now());
      } catch (error) {
        if (error instanceof TokenError) return null;
        throw error;
      }
    },
  };
}

function readClaims(claims: unknown, now: Date): SessionUser | null {
  if (typeof claims !== 'object' || claims === null) return null;
  const { sub, sid, exp } = claims as Record<string, unknown>;
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
  return now.getTime() < exp * 1_000 ? { id: sub, sessionId: sid } : null;
}
