import { expect, test } from 'vitest';
import {
  validateNewPassword,
  validateRecoveryKeyInput,
  validateRecoveryKeyResetRequest,
  validateTemporaryRecoveryKeyInput,
} from './recovery-checks.ts';

test.each([
  ['', '', 'Please fill in all fields'],
  ['a@b.c', ' ', 'Please fill in all fields'],
  ['a@b.c', 'key', null],
])('verifying %o with key %o: %o', (email, key, expected) => {
  expect(validateRecoveryKeyInput(email, key)).toBe(expected);
});

test.each([
  ['', 'secret', 'Please fill in all fields'],
  ['12345', '12345', 'Password must be at least 6 characters long'],
  ['123456', '123457', 'Passwords do not match'],
  ['123456', '123456', null],
])('a new password %o repeated as %o: %o', (password, confirmation, expected) => {
  expect(validateNewPassword(password, confirmation)).toBe(expected);
});

const PHONE = 'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits';
test.each([
  ['', '+2348035550142', 'lost', 'Please fill in all fields'],
  ['a@b.c', '+2348035550142', '', 'Please fill in all fields'],
  ['a@b.c', '+234803555014', 'lost', PHONE],
  ['a@b.c', '08035550142', 'lost', PHONE],
  ['a@b.c', '+2348035550142', 'lost', null],
])('a reset request of %o, %o, %o: %o', (email, phone, reason, expected) => {
  expect(validateRecoveryKeyResetRequest(email, phone, reason)).toBe(expected);
});

test.each([
  [{ temporaryKey: '' }, 'Please fill in all fields'],
  [
    { newRecoveryKey: '1234567', confirmation: '1234567' },
    'New recovery key must be at least 8 characters long',
  ],
  [{ confirmation: '12345679' }, 'Recovery keys do not match'],
  [{}, null],
])('a temporary key with %o: %o', (change, expected) => {
  const good = {
    email: 'a@b.c',
    temporaryKey: 'ABCD1234EFGH',
    newRecoveryKey: '12345678',
    confirmation: '12345678',
  };
  expect(validateTemporaryRecoveryKeyInput({ ...good, ...change })).toBe(expected);
});
