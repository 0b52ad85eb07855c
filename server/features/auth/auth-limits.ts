import { normalEmail } from './sign-up/sign-up-rules.ts';

/**
 * Limits of the account calls: of the account, and of the address against floods. The address is looked at first: a
 * flood of made-up accounts then leaves no row for each.
 *
 * @source accounts.md
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Counted by the text of the address, whether or not it has an account. */
const byEmail = (call: { body: { email?: string } }): string | undefined =>
  normalEmail(call.body.email) || undefined;

const address = { by: 'address', slowsDown: true } as const;

export const loginLimits = [
  { name: 'login_address', limit: 600, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'login', limit: 10, windowMs: 15 * MINUTE_MS, by: byEmail },
];
export const signUpLimits = [{ name: 'sign_up_address', limit: 300, windowMs: HOUR_MS, ...address }];
export const verifyKeyLimits = [
  { name: 'verify_key_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'verify_key', limit: 5, windowMs: 15 * MINUTE_MS, by: byEmail },
];
export const resetRequestLimits = [
  { name: 'reset_request_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'reset_request', limit: 3, windowMs: 24 * HOUR_MS, by: byEmail },
];
export const temporaryKeyLimits = [
  { name: 'temporary_key_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
  { name: 'temporary_key', limit: 4, windowMs: 15 * MINUTE_MS, by: byEmail },
];
export const resetPasswordLimits = [
  { name: 'reset_password_address', limit: 200, windowMs: 15 * MINUTE_MS, ...address },
];
/** A signed-in shopper who types their password: as often as at sign-in. */
export const currentPasswordLimits = [
  { name: 'current_password', limit: 10, windowMs: 15 * MINUTE_MS, by: 'account' as const },
];
