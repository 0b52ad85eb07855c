import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '#contract/rules/people/email.ts';
import type { Queryable } from '../../db/database.ts';
import { clearRateLimits, listIpRateLimitBuckets } from '../../http/rate-limit.ts';
import { readKnownDeviceId } from './sessions/device-cookie.ts';

/**
 * Rate limits of the account calls. A phone on which the account has signed in is counted on its own, so that a
 * stranger cannot use up the owner's attempts.
 * @source accounts.md
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface EmailCall {
  body: { email?: string };
  request: FastifyRequest;
}

/**
 * @returns the key for counting attempts by account and phone; undefined: the account never signed in on this phone.
 */
const byDevice = ({ body, request }: EmailCall): string[] | undefined => {
  const email = normalizeEmail(body.email);
  const device = readKnownDeviceId(request, email);
  return device === null ? undefined : [email, device];
};

const ofStrangers =
  (by: (email: string, call: EmailCall) => string[]) =>
  (call: EmailCall): string[] | undefined => {
    const email = normalizeEmail(call.body.email);
    return email === '' || byDevice(call) ? undefined : by(email, call);
  };

const byEmail = ofStrangers((email) => [email]);
/** Counts attempts by e-mail and IP address, so that strangers elsewhere cannot use up the owner's attempts. */
const byEmailAndAddress = ofStrangers((email, { request }) => [
  email,
  listIpRateLimitBuckets(request.ip)[0]?.subject ?? '',
]);
/**
 * Counts attempts by e-mail and typed phone number, so that strangers with other numbers cannot use up the owner's
 * attempts.
 */
const byEmailAndPhone = ({
  body,
  request,
}: EmailCall & { body: { phone?: string } }): string[] | undefined => {
  const email = normalizeEmail(body.email);
  if (email === '') return undefined;
  return [email, (body.phone ?? '').trim(), readKnownDeviceId(request, email) ?? ''];
};

const address = { by: 'address', slowsDown: true } as const;

export const signInRateLimits = [
  { name: 'login_address', limit: 600, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'login', limit: 10, windowMs: 15 * MINUTE_MS, by: byEmail },
  { name: 'login_device', limit: 10, windowMs: 15 * MINUTE_MS, by: byDevice },
];
export const signUpRateLimits = [{ name: 'sign_up_address', limit: 300, windowMs: HOUR_MS, ...address }];
export const recoveryKeyCheckRateLimits = [
  { name: 'verify_key_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'verify_key', limit: 5, windowMs: 15 * MINUTE_MS, by: byEmail },
  { name: 'verify_key_device', limit: 5, windowMs: 15 * MINUTE_MS, by: byDevice },
  // A known phone may try ten recovery keys a day. Its wrong keys do not lock the account's recovery.
  { name: 'verify_key_device_day', limit: 10, windowMs: DAY_MS, by: byDevice },
];
export const recoveryRequestRateLimits = [
  { name: 'reset_request_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'reset_request', limit: 3, windowMs: DAY_MS, by: byEmailAndPhone },
];
export const temporaryRecoveryKeyRateLimits = [
  { name: 'temporary_key_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'temporary_key', limit: 4, windowMs: 15 * MINUTE_MS, by: byEmailAndAddress },
  { name: 'temporary_key_device', limit: 4, windowMs: 15 * MINUTE_MS, by: byDevice },
];
export const passwordResetRateLimits = [
  { name: 'reset_password_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
];
/** Limits how often a signed-in shopper may enter the current password, to the same number as at sign-in. */
export const currentPasswordCheckRateLimits = [
  { name: 'current_password', limit: 10, windowMs: 15 * MINUTE_MS, by: 'account' as const },
];

/** Resets all attempt counts of the account, so that an operator can let a shopper try again. */
export async function clearAccountRateLimits(
  db: Queryable,
  user: { id: string; email: string },
): Promise<void> {
  const ofEmail = [
    ...signInRateLimits,
    ...recoveryKeyCheckRateLimits,
    ...recoveryRequestRateLimits,
    ...temporaryRecoveryKeyRateLimits,
  ]
    .filter(({ by }) => by !== 'address')
    .map(({ name }) => name);
  await clearRateLimits(db, ofEmail, normalizeEmail(user.email));
  await clearRateLimits(
    db,
    currentPasswordCheckRateLimits.map(({ name }) => name),
    user.id,
  );
}
