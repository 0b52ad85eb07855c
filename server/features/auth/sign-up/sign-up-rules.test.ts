import { expect, test } from 'vitest';
import { getEmailError, getNameError, parseSignUpBody } from './sign-up-rules.ts';

const body = {
  name: 'Ada Obi',
  email: 'ada@example.com',
  password: 'long enough',
  phone: '+2348012345678',
  secretRecoveryKey: 'blue river stone',
};

test('a name has 1 to 120 characters', () => {
  expect(getNameError('')).not.toBeNull();
  expect(getNameError('a'.repeat(120))).toBeNull();
  expect(getNameError('a'.repeat(121))).toBe('Name must be at most 120 characters long');
});

test.each(['https://evil.example/win', 'Ada\u202eibO', 'ada@obi', 'Ada\u001b[1A', '<b>Ada'])(
  'strangers see it: %j is no name',
  (name) => {
    expect(getNameError(name)).toBe('Please enter a name without symbols such as : / @ < >');
  },
);

test.each(["Chinyere Ọlá d'Ávila-Eze", 'Mama Ada & Sons (Ikeja) No. 2', 'Àṣàkẹ́'])('%j is one', (name) => {
  expect(getNameError(name)).toBeNull();
});

test('an address has at most 254 characters', () => {
  const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
  expect(getEmailError(ofLength(254))).toBeNull();
  expect(getEmailError(ofLength(255))).toBe(getEmailError('no address'));
});

test.each([
  ['password', 'Password must be at least 8 characters long'],
  ['secretRecoveryKey', 'Secret recovery key must be at least 8 characters long'],
])('a %s has at least 8 characters', (field, refusal) => {
  expect(() => parseSignUpBody({ ...body, [field]: 'a'.repeat(8) })).not.toThrow();
  expect(() => parseSignUpBody({ ...body, [field]: 'a'.repeat(7) })).toThrow(refusal);
});

test.each([
  ['password', 'Password'],
  ['secretRecoveryKey', 'Secret recovery key'],
])('a %s has at most 200 characters', (field, label) => {
  expect(() => parseSignUpBody({ ...body, [field]: 'a'.repeat(200) })).not.toThrow();
  expect(() => parseSignUpBody({ ...body, [field]: 'a'.repeat(201) })).toThrow(
    `${label} must be at most 200 characters long`,
  );
});

test('a recovery key that is the password is none', () => {
  expect(() => parseSignUpBody({ ...body, secretRecoveryKey: ` ${body.password} ` })).toThrow(
    'Please choose a recovery key that is not your password',
  );
});
