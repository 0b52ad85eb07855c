import { expect, test } from 'vitest';
import { isPrivateIpAddress, removeEmailAlias } from './referral-flags.ts';

test('dots and plus-tags do not make another mailbox', () => {
  expect(removeEmailAlias('ada.obi+shop@example.com')).toBe(removeEmailAlias('adaobi@example.com'));
  expect(removeEmailAlias('ada@example.com')).not.toBe(removeEmailAlias('ada@example.org'));
  expect(removeEmailAlias('ada@example.com')).not.toBe(removeEmailAlias('ida@example.com'));
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['192.168.1.7', true],
  ['fd12:3456::1', true],
  ['fe80::1', true],
  ['::ffff:10.2.3.4', true],
  ['172.20.0.9', true],
  ['172.32.0.9', false],
  ['105.112.1.2', false],
  ['2c0f:f5c0::1', false],
])('%s private: %s', (address, expected) => {
  expect(isPrivateIpAddress(address)).toBe(expected);
});
