import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import { getHostOnlyCookieName, isHttpsUrl } from './session-cookies.ts';

/**
 * Cookie by which rate limits recognise a phone on which an account has signed in. It grants no access and survives
 * sign-out.
 * @source accounts.md
 */

const COOKIE = 'device';
/** The cookie lasts for 400 days, the longest lifetime that browsers accept. */
const LIFETIME_S = 400 * 24 * 60 * 60;
/** Largest number of accounts that the cookie stores, newest first, because a family may share a phone. */
const ACCOUNTS_MAX = 4;
const NAME = /^[\w-]{22}$/;

/** @returns the phone's id; null when this account (by e-mail) has never signed in on it. */
export function readKnownDeviceId(request: FastifyRequest, email: string): string | null {
  const { name, proofs } = readCookie(request);
  if (name === null) return null;
  const proof = Buffer.from(proofOf(request, name, email));
  const isKnown = proofs.some((each) => isEqual(Buffer.from(each), proof));
  return isKnown ? name : null;
}

/**
 * Records in the cookie that the account has proved itself on this phone, by password, recovery key or temporary key.
 */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, email: string): void {
  const { publicUrl } = request.server.sharedServices.config;
  const known = readCookie(request);
  const name = known.name ?? randomBytes(16).toString('base64url');
  const proof = proofOf(request, name, email);
  const proofs = [proof, ...known.proofs.filter((each) => each !== proof)].slice(0, ACCOUNTS_MAX);
  reply.setCookie(getHostOnlyCookieName(COOKIE, publicUrl), [name, ...proofs].join('.'), {
    path: '/',
    sameSite: 'lax',
    secure: isHttpsUrl(publicUrl),
    httpOnly: true,
    maxAge: LIFETIME_S,
  });
}

function readCookie(request: FastifyRequest): { name: string | null; proofs: string[] } {
  const { publicUrl } = request.server.sharedServices.config;
  const [name = '', ...proofs] = (request.cookies[getHostOnlyCookieName(COOKIE, publicUrl)] ?? '').split('.');
  if (!NAME.test(name)) return { name: null, proofs: [] };
  return { name, proofs: proofs.slice(0, ACCOUNTS_MAX) };
}

function proofOf(request: FastifyRequest, name: string, email: string): string {
  const { hmacKey } = request.server.sharedServices.secrets;
  return createHmac('sha256', hmacKey)
    .update(`device:${name}:${normalizeEmail(email)}`)
    .digest('base64url');
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
