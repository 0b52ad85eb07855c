import { expect, it } from 'vitest';
import { maskSecrets, toLoggableError } from './log.ts';

it.each([
  ['Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'Bearer [token]'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln is old', 'token [token] is old'],
  ['call +2348031234567 or 08031234567', 'call [phone] or [phone]'],
  ['Key (email)=(ada@example.com) already exists.', 'Key (email)=([email]) already exists.'],
  ['postgres://ajora:hunter2@127.0.0.1:5432/x', 'postgres://[secret]@127.0.0.1:5432/x'],
  ['FLWSECK_TEST-abc-X refused', '[key] refused'],
  ['{"street":"1 Market Street","n":1}', '{"street":"[hidden]","n":1}'],
  ['17 orders, total 1234567890', '17 orders, total 1234567890'],
])('writes %s as %s', (text, written) => {
  expect(maskSecrets(text)).toBe(written);
});

it("keeps an error's words, code and cause, not the fields a driver adds", () => {
  const cause = new Error('duplicate key +2348031234567');
  const error = Object.assign(new Error('sign-up failed', { cause }), {
    code: '23505',
    detail: 'Key (phone)=(+2348031234567) already exists.',
  });
  const described = toLoggableError(error);
  expect(described).toMatchObject({
    type: 'Error',
    message: 'sign-up failed',
    code: '23505',
    cause: { message: 'duplicate key [phone]' },
  });
  expect(JSON.stringify(described)).not.toContain('8031234567');
});

it('knows what is thrown without being an error', () => {
  expect(toLoggableError({ message: 'out' })).toEqual({ type: 'Error', message: 'out', stack: '' });
  expect(toLoggableError('call +2348031234567')).toEqual({
    type: 'string',
    message: 'call [phone]',
    stack: '',
  });
});
