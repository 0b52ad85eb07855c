import { expect, test } from 'vitest';
import {
  currentPasswordCheckRateLimits,
  passwordResetRateLimits,
  recoveryKeyCheckRateLimits,
  recoveryRequestRateLimits,
  signInRateLimits,
  signUpRateLimits,
  temporaryRecoveryKeyRateLimits,
} from './auth-limits.ts';

/** Allowed calls and the minutes in which they are counted, as documented in accounts.md. */
const PER_ACCOUNT = {
  login: [10, 15],
  login_device: [10, 15],
  verify_key: [5, 15],
  verify_key_device: [5, 15],
  verify_key_device_day: [10, 24 * 60],
  reset_request: [3, 24 * 60],
  temporary_key: [4, 15],
  temporary_key_device: [4, 15],
  current_password: [10, 15],
};
const PER_ADDRESS = {
  login_address: [600, 15],
  sign_up_address: [300, 60],
  verify_key_address: [200, 15],
  reset_request_address: [200, 15],
  temporary_key_address: [200, 15],
  reset_password_address: [200, 15],
};

const all = [
  ...signInRateLimits,
  ...signUpRateLimits,
  ...recoveryKeyCheckRateLimits,
  ...recoveryRequestRateLimits,
  ...temporaryRecoveryKeyRateLimits,
  ...passwordResetRateLimits,
  ...currentPasswordCheckRateLimits,
];
const isPerAddress = (each: (typeof all)[number]) => each.by === 'address';
const tableOf = (limits: typeof all) =>
  Object.fromEntries(limits.map(({ name, limit, windowMs }) => [name, [limit, windowMs / 60_000]]));

test('an account is stopped by few calls, an address only by a flood, and slowed down before', () => {
  expect(tableOf(all.filter((each) => !isPerAddress(each)))).toEqual(PER_ACCOUNT);
  expect(tableOf(all.filter(isPerAddress))).toEqual(PER_ADDRESS);
  expect(all.filter((each) => 'slowsDown' in each && each.slowsDown)).toEqual(all.filter(isPerAddress));
});
