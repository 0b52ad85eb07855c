import { expect, test } from 'vitest';
import { formatBadgeCount, formatPhone } from './format.ts';

test('the badge hides at 0 and stops at 99', () => {
  expect([0, 1, 99, 100].map((count) => formatBadgeCount(count))).toEqual(['', '1', '99', '99+']);
});

test('a stored phone number is shown in groups', () => {
  expect(formatPhone('+2348035550142')).toBe('+234 803 555 0142');
  expect(formatPhone('0800')).toBe('0800');
});
