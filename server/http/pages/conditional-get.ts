import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Matches the server's current time at the end of a body. It is left out of the ETag, which would otherwise change at
 * every poll.
 */
const SERVER_TIME = /,"serverTime":"[^"]*"}$/;

/**
 * Sends the reply to a read. With `cacheControl`, a client that already has the body gets a 304.
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
  // A handler sets its own ETag when its body contains an age or duration, which would change the ETag at every poll.
  const own = reply.getHeader('etag');
  const etag = typeof own === 'string' ? own : computeEtag(text.replace(SERVER_TIME, ''));
  reply.header('cache-control', cacheControl).header('etag', etag);
  // `Vary` keeps a proxy or a shared phone from using one shopper's reply for another.
  if (cacheControl.startsWith('private')) reply.header('vary', 'authorization');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** @returns a strong ETag of the text; equal texts have equal ETags. */
export function computeEtag(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/** Compares ETags without regard to weakness, because a proxy that compresses makes the shop's ETags weak. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
