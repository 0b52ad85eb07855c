import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { isOwnOrigin } from '../../../http/own-origin.ts';

/**
 * Sets and reads the cookies of refresh token and CSRF token, and checks the calls that use them.
 * @source accounts.md
 */

/** The prefix `__Host-` makes browsers reject the cookie from a subdomain or an unencrypted connection. */
const HOST_ONLY = '__Host-';
const REFRESH_COOKIE = 'refresh';
const XSRF_COOKIE = 'XSRF-TOKEN';
const LIFETIME_S = 30 * 24 * 60 * 60;

export interface SessionCookieOptions {
  publicUrl: string;
  hmacKey: Uint8Array;
}

/**
 * Computes the CSRF token, which the shop's page sends back in a header. Another site can neither read nor compute it.
 */
function xsrfToken(sessionId: string, hmacKey: Uint8Array): string {
  return createHmac('sha256', hmacKey).update(`xsrf:${sessionId}`).digest('base64url');
}

export function setSessionCookies(
  reply: FastifyReply,
  grant: { sessionId: string; refreshToken: string },
  rules: SessionCookieOptions,
): void {
  const shared = {
    path: '/',
    sameSite: 'lax',
    secure: isHttpsUrl(rules.publicUrl),
    maxAge: LIFETIME_S,
  } as const;
  reply.setCookie(refreshCookie(rules.publicUrl), grant.refreshToken, { ...shared, httpOnly: true });
  reply.setCookie(XSRF_COOKIE, xsrfToken(grant.sessionId, rules.hmacKey), { ...shared, httpOnly: false });
}

export function clearSessionCookies(reply: FastifyReply, publicUrl: string): void {
  const shared = { path: '/', secure: isHttpsUrl(publicUrl) };
  reply.clearCookie(refreshCookie(publicUrl), shared);
  reply.clearCookie(XSRF_COOKIE, shared);
}

export function readRefreshTokenCookie(request: FastifyRequest, publicUrl: string): string | null {
  return request.cookies[refreshCookie(publicUrl)] || null;
}

function refreshCookie(publicUrl: string): string {
  return getHostOnlyCookieName(REFRESH_COOKIE, publicUrl);
}

export function getHostOnlyCookieName(name: string, publicUrl: string): string {
  return isHttpsUrl(publicUrl) ? `${HOST_ONLY}${name}` : name;
}

export function isHttpsUrl(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/**
 * Checks that a call with the session cookie comes from this shop's page.
 * @throws {DomainError} 400, because 401 or 403 would sign the app out.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw new DomainError('bad_request');
  if (!isOwnOrigin(request.headers, publicUrl)) throw new DomainError('bad_request');
  const cookie = request.cookies[XSRF_COOKIE];
  if (cookie && !isEqual(cookie, String(request.headers['x-xsrf-token'] ?? ''))) {
    throw new DomainError('bad_request');
  }
}

function isEqual(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
