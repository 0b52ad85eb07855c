import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/error-handler.ts';
import type { SharedServices } from '../shared-services.ts';
import type { AccessTokenService, SessionUser } from './tokens.ts';

/**
 * Reads the signed-in user from the request's Bearer token.
 * @throws {DomainError} 401 when the token is not valid, or its session has ended.
 */
export function requireSignedInUser(
  request: FastifyRequest,
  { tokens, endedSessions }: Pick<SharedServices, 'tokens' | 'endedSessions'>,
): SessionUser {
  const user = findUser(request, tokens);
  if (!user || endedSessions.has(user.sessionId)) throw new DomainError('unauthorized');
  return user;
}

/** @returns the signed-in user; null for a visitor. */
function findUser(request: FastifyRequest, tokens: AccessTokenService): SessionUser | null {
  const header = request.headers.authorization ?? '';
  const [scheme = '', token = '', ...rest] = header.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || token === '' || rest.length > 0) return null;
  return tokens.read(token);
}
