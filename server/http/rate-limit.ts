import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../db/database.ts';
import { DomainError } from './errors/error-handler.ts';
import {
  deleteRateLimitBuckets,
  type RateLimitBucket,
  readSecondsToNextRateLimitToken,
  takeRateLimitToken,
} from './rate-limit-repository.ts';

/**
 * A limit of calls within a time, which all instances count together. Used calls become available again evenly over
 * `windowMs`.
 */
export interface RateLimit {
  name: string;
  limit: number;
  windowMs: number;
  /** True: replies are delayed near the limit. Used for limits by IP address, which many people may share. */
  slowsDown?: boolean;
}

const SLOWEST_MS = 2_000;
/** When fewer calls than this fraction of the limit are left, replies are delayed: the fewer, the longer. */
const SLOW_BELOW = 0.2;

/**
 * Takes one token of the subject's bucket.
 * @param subject user id, e-mail or IP address, or several parts, of which `clearRateLimits` uses the first.
 * @param factor `RATE_LIMIT_FACTOR`, by which the limit is multiplied.
 * @throws {DomainError} 429 with `Retry-After`.
 * @source accounts.md
 */
export async function checkRateLimit(
  db: Queryable,
  limit: RateLimit,
  subject: string | readonly string[],
  factor: number,
): Promise<void> {
  const bucket = buildRateLimitBucket(limit, subject, factor);
  const left = await takeRateLimitToken(db, bucket);
  if (left === null) return throwTooManyRequests(db, bucket);
  if (limit.slowsDown) await pause(computeThrottleDelayMs(left / bucket.capacity));
}

export function buildRateLimitBucket(
  limit: RateLimit,
  subject: string | readonly string[],
  factor: number,
): RateLimitBucket {
  const capacity = Math.max(1, limit.limit * factor);
  const name = [limit.name, ...[subject].flat().map(hashOf)].join(':');
  return { name, capacity, perSecond: (capacity * 1000) / limit.windowMs };
}

/** Refuses a request. @throws {DomainError} 429 with the time of the next allowed call. */
export async function throwTooManyRequests(db: Queryable, bucket: RateLimitBucket): Promise<never> {
  throw new DomainError('too_many_requests', {
    retryAfterSeconds: await readSecondsToNextRateLimitToken(db, bucket),
  });
}

/** Resets the named rate limits of a subject, also those counted per subject and IP address or device. */
export async function clearRateLimits(
  db: Queryable,
  names: readonly string[],
  subject: string,
): Promise<void> {
  await deleteRateLimitBuckets(
    db,
    names.map((name) => `${name}:${hashOf(subject)}`),
  );
}

function hashOf(part: string): string {
  return createHash('sha256').update(part).digest('base64url');
}

/**
 * Returns false instead of throwing when a rate limit is reached, for callers that continue without the limited work.
 */
export async function isWithinRateLimit(rateLimitCheck: Promise<void>): Promise<boolean> {
  try {
    await rateLimitCheck;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

export function computeThrottleDelayMs(fractionOfLimitLeft: number): number {
  return Math.max(0, 1 - fractionOfLimitLeft / SLOW_BELOW) * SLOWEST_MS;
}

interface AddressBucket {
  subject: string;
  share: number;
}

/**
 * Prefix lengths of the IPv6 networks that are limited, with their multiple of the limit. A /64 is one household, a /48
 * may be a company.
 */
const NETWORK_SHARES = [
  [64, 1],
  [56, 4],
  [48, 16],
] as const;

/**
 * Lists the rate limit buckets of an IP address. IPv6 is counted by network, because one household has countless
 * addresses.
 * @param address undefined: the client has already closed the connection.
 */
export function listIpRateLimitBuckets(address: string | undefined): AddressBucket[] {
  if (address === undefined) return [{ subject: 'gone', share: 1 }];
  const bare = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
  if (!isIPv6(bare)) return [{ subject: bare, share: 1 }];
  const [head = '', tail = ''] = bare.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = bare.includes('::')
    ? [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
    : front;
  const digits = groups
    .slice(0, 4)
    .map((group) => group.padStart(4, '0'))
    .join('');
  return NETWORK_SHARES.map(([bits, share]) => ({ subject: `${digits.slice(0, bits / 4)}/${bits}`, share }));
}

/** Takes one token from each bucket of a client's IP address. */
export async function checkIpRateLimit(
  db: Queryable,
  limit: RateLimit,
  address: string | undefined,
  factor: number,
): Promise<void> {
  for (const { subject, share } of listIpRateLimitBuckets(address)) {
    await checkRateLimit(db, limit, subject, factor * share);
  }
}
