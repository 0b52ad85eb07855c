import { expect, test } from 'vitest';
import { isPrivateIpAddress, normalizeMailbox } from './referral-flags.ts';

test('dots and plus-tags do not make another mailbox', () => {
  expect(normalizeMailbox('ada.obi+shop@example.com')).toBe(normalizeMailbox('adaobi@example.com'));
  expect(normalizeMailbox('ada@example.com')).not.toBe(normalizeMailbox('ada@example.org'));
  expect(normalizeMailbox('ada@example.com')).not.toBe(normalizeMailbox('ida@example.com'));
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
