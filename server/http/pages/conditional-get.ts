import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The present time is no part of what an answer says: with it no two would be alike. */
const SERVER_TIME = /,"serverTime":"[^"]*"}$/;

/**
 * Answers a read. With `cacheControl` the body gets an ETag, and a client that has it already gets 304 and no body:
 * that is what makes a poll cheap on a poor line.
 *
 * @returns the body for the route's serialiser, or the sent reply.
 */
export function sendFresh(
  call: { request: FastifyRequest; reply: FastifyReply },
  body: unknown,
  cacheControl: string | undefined,
): unknown {
  const { request, reply } = call;
  if (cacheControl === undefined || reply.statusCode !== 200) return body;
  const text = reply.serialize(body) as string;
  // A handler whose body ages by itself sets a tag of its own.
  const own = reply.getHeader('etag');
  const etag = typeof own === 'string' ? own : tagOf(text.replace(SERVER_TIME, ''));
  reply.header('cache-control', cacheControl).header('etag', etag);
  // What is one shopper's is never answered from another's: not on a shared phone, not by a proxy.
  if (cacheControl.startsWith('private')) reply.header('vary', 'authorization');
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** @returns the strong tag of what is sent: the same text has the same. */
export function tagOf(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/** Weak and strong tags count as equal here: a proxy that compresses makes ours weak. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
