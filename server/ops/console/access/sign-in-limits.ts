import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HashingQueueCaller, identifyHashingQueueCaller } from '../../../features/auth/hashing-queue.ts';
import { readKnownDeviceId, setDeviceCookie } from '../../../features/auth/sessions/device-cookie.ts';
import {
  checkIpRateLimit,
  checkRateLimit,
  isWithinRateLimit,
  listIpRateLimitBuckets,
} from '../../../http/rate-limit.ts';
import type { OpsDeps } from '../../action.ts';

/**
 * Limits sign-in attempts at the console. Devices on which the operator has signed in have their own limit, so that a
 * stranger cannot lock the operator out.
 * @source accounts.md
 */

const QUARTER_HOUR_MS = 15 * 60_000;
const DEVICE = { name: 'ops_door_device', limit: 10, windowMs: QUARTER_HOUR_MS };
const ADDRESS = { name: 'ops_door_address', limit: 600, windowMs: QUARTER_HOUR_MS, slowsDown: true };
const NAME_ADDRESS = { name: 'ops_door_name_address', limit: 10, windowMs: QUARTER_HOUR_MS };
const NAME = { name: 'ops_door_name', limit: 50, windowMs: QUARTER_HOUR_MS };
/** Limit of second-factor tries. They count only after a correct password, so a stranger cannot use them up. */
const FACTOR = { name: 'ops_door_factor', limit: 10, windowMs: QUARTER_HOUR_MS };
const SLOWER_MS = 2_000;

export interface ConsoleSignInLimits {
  /** Identifies the caller to the queue for password checks, which divides its capacity among callers. */
  caller: HashingQueueCaller;
  /**
   * Counts a try of the second factor.
   * @returns false when the limit is reached. The caller must then answer as for a wrong code, because another answer
   * would confirm the password.
   */
  mayTryFactor(): Promise<boolean>;
}

/** @throws {DomainError} 429 when the limit of the IP address, the device, or the name is reached. */
export async function checkConsoleSignInLimits(
  request: FastifyRequest,
  { db, config: { rateLimitFactor } }: Pick<OpsDeps, 'db' | 'config'>,
  name: string,
): Promise<ConsoleSignInLimits> {
  const caller = identifyHashingQueueCaller(request, accountOf(name));
  const device = readKnownDeviceId(request, accountOf(name));
  if (device !== null) {
    await checkRateLimit(db, DEVICE, [name, device], rateLimitFactor);
    return { caller, mayTryFactor: async () => true };
  }
  await checkIpRateLimit(db, ADDRESS, request.ip, rateLimitFactor);
  const address = listIpRateLimitBuckets(request.ip)[0]?.subject ?? '';
  await checkRateLimit(db, NAME_ADDRESS, [name, address], rateLimitFactor);
  if (!(await isWithinRateLimit(checkRateLimit(db, NAME, name, rateLimitFactor)))) await pause(SLOWER_MS);
  return { caller, mayTryFactor: () => isWithinRateLimit(checkRateLimit(db, FACTOR, name, rateLimitFactor)) };
}

/** Remembers this device after a sign-in, so that strangers' attempts elsewhere do not use up its limit. */
export function setConsoleDeviceCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  setDeviceCookie(request, reply, accountOf(name));
}

/** The prefix keeps operators' names apart from shoppers' e-mails in device cookies and the hashing queue. */
const accountOf = (name: string): string => `operator:${name}`;
