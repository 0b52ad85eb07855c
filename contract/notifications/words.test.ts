import { expect, it } from 'vitest';
import { NOTIFICATION_WORDS } from './words.ts';

const { security, wallet } = NOTIFICATION_WORDS.kinds;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

it.each(MONTHS.map((name, index) => [name, String(index + 1).padStart(2, '0')]))(
  'a notification names the month %s',
  (name, month) => {
    expect(security.message({ change: 'password_changed', at: `2026-${month}-15T08:05:00.000Z` })).toContain(
      name,
    );
  },
);

it.each([
  [500, 'Wallet credited ₦500 - Refund'],
  [-500, 'Wallet debited ₦500 - Refund'],
  [0, 'Wallet credited ₦0 - Refund'],
])('a wallet movement of %i is told as %s', (difference, words) => {
  expect(
    wallet.message({ oldBalance: 1_000, newBalance: 1_000 + difference, difference, reason: 'Refund' }),
  ).toBe(words);
});

it.each([
  ['password_changed', 'Your password was changed on 21 Nov 2026, 09:05 WAT.'],
  ['recovery_key_changed', 'Your recovery key was changed on 21 Nov 2026, 09:05 WAT.'],
  [
    'session_revoked',
    'A device was signed out on 21 Nov 2026, 09:05 WAT because its session was used twice.',
  ],
] as const)('%s is told with the time in Lagos', (change, words) => {
  expect(security.message({ change, at: '2026-11-21T08:05:00.000Z' })).toBe(words);
});
