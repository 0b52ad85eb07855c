import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalEmail } from '#contract/rules/email.ts';
import { hostOnlyName, isEncrypted } from './session-cookies.ts';

/**
 * The cookie by which a phone is known again: one name of its own, and one proof for each account that has proven
 * itself on it. Limits then tell its owner from a stranger who knows the e-mail. It opens nothing, and stays after
 * sign-out; nobody but the server can read an account from it.
 *
 * @source accounts.md
 */

const COOKIE = 'device';
/** The longest that browsers keep one. */
const LIFETIME_S = 400 * 24 * 60 * 60;
/** A family shares a phone. The newest come first. */
const ACCOUNTS_MAX = 4;
const NAME = /^[\w-]{22}$/;

/** @returns the phone's name, null when this account (by its e-mail) has never proven itself on it. */
export function readKnownDevice(request: FastifyRequest, email: string): string | null {
  const { name, proofs } = readCookie(request);
  if (name === null) return null;
  const proof = Buffer.from(proofOf(request, name, email));
  const isKnown = proofs.some((each) => isEqual(Buffer.from(each), proof));
  return isKnown ? name : null;
}

/** To be called when an account has proven itself: by password, recovery key or temporary key. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, email: string): void {
  const { publicUrl } = request.server.platform.config;
  const known = readCookie(request);
  const name = known.name ?? randomBytes(16).toString('base64url');
  const proof = proofOf(request, name, email);
  const proofs = [proof, ...known.proofs.filter((each) => each !== proof)].slice(0, ACCOUNTS_MAX);
  reply.setCookie(hostOnlyName(COOKIE, publicUrl), [name, ...proofs].join('.'), {
    path: '/',
    sameSite: 'lax',
    secure: isEncrypted(publicUrl),
    httpOnly: true,
    maxAge: LIFETIME_S,
  });
}

function readCookie(request: FastifyRequest): { name: string | null; proofs: string[] } {
  const { publicUrl } = request.server.platform.config;
  const [name = '', ...proofs] = (request.cookies[hostOnlyName(COOKIE, publicUrl)] ?? '').split('.');
  if (!NAME.test(name)) return { name: null, proofs: [] };
  return { name, proofs: proofs.slice(0, ACCOUNTS_MAX) };
}

function proofOf(request: FastifyRequest, name: string, email: string): string {
  const { hmacKey } = request.server.platform.secrets;
  return createHmac('sha256', hmacKey)
    .update(`device:${name}:${normalEmail(email)}`)
    .digest('base64url');
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
