import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The current time is excluded from the tag: with it every reply would differ. */
const SERVER_TIME = /,"serverTime":"[^"]*"}$/;

/**
 * Answers a read. With `cacheControl` the body gets an ETag, and a client that already has it gets 304 without a body,
 * which makes polls cheap on a slow connection.
 *
 * @returns the body for the route's serialiser, or the sent reply.
 */
export function sendWithEtag(
  call: { request: FastifyRequest; reply: FastifyReply },
  body: unknown,
  cacheControl: string | undefined,
): unknown {
  const { request, reply } = call;
  if (cacheControl === undefined || reply.statusCode !== 200) return body;
  const text = reply.serialize(body) as string;
  // A handler whose body contains ages sets its own tag.
  const own = reply.getHeader('etag');
  const etag = typeof own === 'string' ? own : etagOf(text.replace(SERVER_TIME, ''));
  reply.header('cache-control', cacheControl).header('etag', etag);
  // Prevents one shopper's reply from being used for another, on a shared phone or by a proxy.
  if (cacheControl.startsWith('private')) reply.header('vary', 'authorization');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** @returns the strong ETag; equal texts have equal tags. */
export function etagOf(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/** Weak and strong tags count as equal: a compressing proxy weakens ours. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
