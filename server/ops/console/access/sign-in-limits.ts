import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HashingCaller, hashingCallerOf } from '../../../features/auth/hashing-queue.ts';
import { readKnownDevice, setDeviceCookie } from '../../../features/auth/sessions/device-cookie.ts';
import {
  addressBuckets,
  checkAddressLimit,
  checkRateLimit,
  isWithinLimit,
} from '../../../http/rate-limit.ts';
import type { OpsDeps } from '../../action.ts';

/**
 * How often somebody may try to sign in at the console, so that no stranger shuts an operator out.
 *
 * A device on which this name has signed in has counts of its own. From any other device, tries at a name from
 * everywhere are slowed down and never refused; what is refused is one name from one address.
 *
 * @source accounts.md
 */

const QUARTER_HOUR_MS = 15 * 60_000;
const DEVICE = { name: 'ops_door_device', limit: 10, windowMs: QUARTER_HOUR_MS };
const ADDRESS = { name: 'ops_door_address', limit: 600, windowMs: QUARTER_HOUR_MS, slowsDown: true };
const NAME_ADDRESS = { name: 'ops_door_name_address', limit: 10, windowMs: QUARTER_HOUR_MS };
const NAME = { name: 'ops_door_name', limit: 50, windowMs: QUARTER_HOUR_MS };
/** Of codes and passkeys with a right password: only who knows the password uses these up. */
const FACTOR = { name: 'ops_door_factor', limit: 10, windowMs: QUARTER_HOUR_MS };
const SLOWER_MS = 2_000;

export interface SignInAdmission {
  /** In whose places of the queue a password is hashed. */
  caller: HashingCaller;
  /** Whether a code may be tried after a right password. A refusal looks like a wrong code: the password stays untold. */
  mayTryFactor(): Promise<boolean>;
}

/** @throws {DomainError} 429. */
export async function admitToSignIn(
  request: FastifyRequest,
  { db, config: { rateLimitFactor } }: Pick<OpsDeps, 'db' | 'config'>,
  name: string,
): Promise<SignInAdmission> {
  const caller = hashingCallerOf(request, accountOf(name));
  const device = readKnownDevice(request, accountOf(name));
  if (device !== null) {
    await checkRateLimit(db, DEVICE, [name, device], rateLimitFactor);
    return { caller, mayTryFactor: async () => true };
  }
  await checkAddressLimit(db, ADDRESS, request.ip, rateLimitFactor);
  const address = addressBuckets(request.ip)[0]?.subject ?? '';
  await checkRateLimit(db, NAME_ADDRESS, [name, address], rateLimitFactor);
  if (!(await isWithinLimit(checkRateLimit(db, NAME, name, rateLimitFactor)))) await pause(SLOWER_MS);
  return { caller, mayTryFactor: () => isWithinLimit(checkRateLimit(db, FACTOR, name, rateLimitFactor)) };
}

/** To be called once somebody is in: their next tries on this device are counted apart from strangers'. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, name: string): void {
  setDeviceCookie(request, reply, accountOf(name));
}

/** No e-mail of a shopper looks like this. */
const accountOf = (name: string): string => `operator:${name}`;
