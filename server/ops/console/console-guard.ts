import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_SESSION_HOURS_MAX } from '#contract/limits.ts';
import { createSecurityEventRecorder } from '../../audit/security-events.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { getHostOnlyCookieName, isHttpsUrl } from '../../features/auth/sessions/session-cookies.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import type { OpsDeps } from '../action.ts';
import { hashConsoleSessionToken } from './access/sign-in-service.ts';
import { type ConsoleOperator, findConsoleSession } from './console-repository.ts';

/** Name of the console's session cookie. `/api/ops` accepts it only from the shop's own pages. */

const COOKIE = 'ops';
const LIFETIME_S = CONSOLE_SESSION_HOURS_MAX * 60 * 60;

/**
 * Refuses requests from other sites and records a security event. Only reads may lack the shop's `Origin`.
 * @throws {DomainError} 403.
 */
export async function requireConsoleOrigin(
  request: FastifyRequest,
  { db, config: { publicUrl }, secrets }: Pick<OpsDeps, 'db' | 'config' | 'secrets'>,
): Promise<void> {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn = isOwnOrigin(request.headers, publicUrl);
  const isRefused =
    (origin !== undefined || request.method !== 'GET' ? !isOwn : false) ||
    (site !== undefined && site !== 'same-origin');
  if (!isRefused) return;
  await createSecurityEventRecorder(request, secrets.hmacKey)(db, 'origin_refused', null);
  throw new DomainError('forbidden');
}

/**
 * @param isByItself true: the request comes without a user action and does not extend the session.
 * @throws {DomainError} 401 without an active session.
 */
export async function requireSignedInOperator(
  request: FastifyRequest,
  { db, config }: { db: Database; config: Config },
  { isByItself = false } = {},
): Promise<ConsoleOperator> {
  const token = readConsoleSessionCookie(request, config);
  const operator = token && (await findConsoleSession(db, hashConsoleSessionToken(token), { isByItself }));
  if (!operator) throw new DomainError('unauthorized', 'Please sign in.');
  return operator;
}

export function readConsoleSessionCookie(request: FastifyRequest, { publicUrl }: Config): string | null {
  return request.cookies[getHostOnlyCookieName(COOKIE, publicUrl)] || null;
}

export function setConsoleSessionCookie(reply: FastifyReply, token: string, { publicUrl }: Config): void {
  reply.setCookie(getHostOnlyCookieName(COOKIE, publicUrl), token, {
    ...sharedRules(publicUrl),
    maxAge: LIFETIME_S,
  });
}

export function clearConsoleSessionCookie(reply: FastifyReply, { publicUrl }: Config): void {
  reply.clearCookie(getHostOnlyCookieName(COOKIE, publicUrl), sharedRules(publicUrl));
}

function sharedRules(publicUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttpsUrl(publicUrl) } as const;
}
