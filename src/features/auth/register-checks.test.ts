import { expect, test } from 'vitest';
import { normalizeRegisterInput, type RegisterFormInput, validateRegisterInput } from './register-checks.ts';

const good: RegisterFormInput = {
  name: 'Amaka Okafor',
  email: 'amaka@example.com',
  phone: '+2348035550142',
  password: 'secretpw',
  confirmation: 'secretpw',
  secretRecoveryKey: 'river stone',
  referralCode: '',
};

test('a complete form has no errors, and the referral code is optional', () => {
  expect(validateRegisterInput(good)).toEqual({});
  expect(validateRegisterInput({ ...good, referralCode: 'TUNDE19X' })).toEqual({});
});

test.each([
  ['https://shop.example/register?ref=TUNDE19X', 'TUNDE19X'],
  ['https://shop.example/product/rice?utm=a&ref=TUNDE19X&group=1', 'TUNDE19X'],
  ['TUNDE19X.', 'TUNDE19X'],
  ['tund e19x', 'tund e19x'],
])('of a link or a sentence, %j, only the referral code is sent', (referralCode, code) => {
  expect(normalizeRegisterInput({ ...good, referralCode }).referralCode).toBe(code);
});

test.each([
  [{ name: '   ' }, 'name', 'Name is required'],
  [{ name: '\u200b\u2060' }, 'name', 'Name is required'],
  [{ email: '\u200b' }, 'email', 'Email is required'],
  [{ email: '' }, 'email', 'Email is required'],
  [{ email: 'amaka' }, 'email', 'Please enter a valid email address'],
  [{ phone: '' }, 'phone', 'Phone number is required'],
  [{ phone: '+447911123456' }, 'phone', 'Please enter a valid Nigerian WhatsApp number starting with +234'],
  [{ phone: '+23480355501' }, 'phone', 'Please enter a valid 11-digit Nigerian phone number'],
  [{ phone: '+23480355501423' }, 'phone', 'Please enter a valid 11-digit Nigerian phone number'],
  [{ password: '', confirmation: '' }, 'password', 'Password is required'],
  [{ password: 'short', confirmation: 'short' }, 'password', 'Password must be at least 8 characters long'],
  [{ confirmation: 'secretpx' }, 'confirmation', 'Password does not match'],
  [
    { secretRecoveryKey: '1234567' },
    'secretRecoveryKey',
    'Secret recovery key must be at least 8 characters long',
  ],
] as const)('%o is told beside %s', (change, field, message) => {
  expect(validateRegisterInput({ ...good, ...change })).toEqual({ [field]: message });
});

test('what a paste brings along is not sent', () => {
  const pasted = {
    ...good,
    name: '\u200bAmaka\u00a0 Okafor\u200e',
    email: 'Amaka <amaka@example.com\u200b>',
  };
  expect(normalizeRegisterInput(pasted)).toEqual(good);
  expect(validateRegisterInput(pasted)).toEqual({});
});

test('a confirmation on another keyboard is the same, and letters count once', () => {
  const password = 'ọ̀rẹ́ mi 2026';
  const [one, other] = [password.normalize('NFC'), password.normalize('NFD')];
  expect(validateRegisterInput({ ...good, password: one, confirmation: other })).toEqual({});
  const short = 'ẹẹẹẹẹẹẹ'.normalize('NFD');
  expect(validateRegisterInput({ ...good, password: short, confirmation: short })).toHaveProperty('password');
});

test('outer blanks do not count', () => {
  expect(validateRegisterInput({ ...good, email: '  amaka@example.com ', password: ' secretpw' })).toEqual(
    {},
  );
  expect(validateRegisterInput({ ...good, secretRecoveryKey: '1234567 ' })).toHaveProperty(
    'secretRecoveryKey',
  );
});
