import { expect, it } from 'vitest';
import type { ShopperNotificationEvent } from './events.ts';
import { renderNotification } from './kinds.ts';

const nameOf = (fact: ShopperNotificationEvent) => ('refereeId' in fact ? 'Chidi O.' : 'Ofada Rice');
const userId = 'u1';

const cases: [
  ShopperNotificationEvent,
  { category: string; type: string; title: string; message: string; data: unknown },
][] = [
  [
    {
      fact: 'payment_successful',
      userId,
      reference: 'gb-1',
      totalKobo: 125_000_00,
      method: 'wallet_and_flutterwave',
    },
    {
      category: 'payment',
      type: 'success',
      title: 'Payment Successful',
      message: 'Payment successful! ₦125,000 paid via Wallet + Card',
      data: { amount: 125_000, paymentMethod: 'Wallet + Card' },
    },
  ],
  [
    { fact: 'payment_failed', userId, reference: 'gb-1', reason: 'Insufficient funds' },
    {
      category: 'payment',
      type: 'error',
      title: 'Payment Failed',
      message: 'Payment failed: Insufficient funds',
      data: { error: 'Insufficient funds' },
    },
  ],
  [
    { fact: 'payment_credited', userId, reference: 'gb-1', receivedKobo: 99_950 },
    {
      category: 'payment',
      type: 'error',
      title: 'Payment Failed',
      message:
        'Payment failed: We received ₦1,000, but this order could not be made. ₦1,000 has been added to your wallet.',
      data: {
        error: 'We received ₦1,000, but this order could not be made. ₦1,000 has been added to your wallet.',
      },
    },
  ],
  [
    { fact: 'wallet', userId, txId: 7, reason: 'ORDER', oldBalanceKobo: 500_000, newBalanceKobo: 350_000 },
    {
      category: 'wallet',
      type: 'info',
      title: 'Wallet Updated',
      message: 'Wallet debited ₦1,500 - Order Payment',
      data: { oldBalance: 5_000, newBalance: 3_500, reason: 'Order Payment', difference: -1_500 },
    },
  ],
  [
    { fact: 'wallet', userId, txId: 8, reason: 'Welcome Reward', oldBalanceKobo: 0, newBalanceKobo: 10_000 },
    {
      category: 'wallet',
      type: 'info',
      title: 'Wallet Updated',
      message: 'Wallet credited ₦100 - Welcome Reward',
      data: { oldBalance: 0, newBalance: 100, reason: 'Welcome Reward', difference: 100 },
    },
  ],
  [
    { fact: 'group_secured', userId, groupId: 'g1' },
    {
      category: 'group_buy',
      type: 'success',
      title: 'Group Buy Secured',
      message: 'Group buy secured for Ofada Rice! Your order is being processed.',
      data: { productName: 'Ofada Rice', status: 'successful', groupId: 'g1' },
    },
  ],
  [
    { fact: 'group_moved', userId, groupId: 'g1' },
    {
      category: 'group_buy',
      type: 'info',
      title: 'Group Buy Update',
      message: 'Group buy update for Ofada Rice: moved to the next group',
      data: { productName: 'Ofada Rice', status: 'moved to the next group', groupId: 'g1' },
    },
  ],
  [
    { fact: 'referral_bonus', userId, round: 2, amountKobo: 50_000 },
    {
      category: 'referral',
      type: 'success',
      title: 'Referral Bonus Earned',
      message: 'Referral bonus earned! ₦500 added to your wallet.',
      data: { amount: 500 },
    },
  ],
  [
    { fact: 'new_referral', userId, refereeId: 'u2' },
    {
      category: 'referral',
      type: 'info',
      title: 'New Referral',
      message: 'New referral: Chidi O. joined!',
      data: { referralName: 'Chidi O.' },
    },
  ],
  [
    { fact: 'security', userId, change: 'password_changed', at: '2026-11-21T23:05:00.000Z' },
    {
      category: 'system',
      type: 'warning',
      title: 'Security',
      message: 'Your password was changed on 22 Nov 2026, 00:05 WAT.',
      data: { change: 'password_changed', at: '2026-11-21T23:05:00.000Z' },
    },
  ],
];

it.each(cases)('says $fact in the exact words', (fact, words) => {
  expect(renderNotification(fact, nameOf(fact), 'outbox-key')).toMatchObject(words);
});

it('names each fact so that a repeat is the same notification and another fact is not', () => {
  const keys = cases.map(([fact]) => renderNotification(fact, nameOf(fact), `key of ${fact.fact}`).key);
  expect(new Set(keys).size).toBe(cases.length);
  expect(keys).toContain('pay:gb-1');
  expect(keys).toContain('wallet:7');
  expect(keys).toContain('group:g1:successful');
});

it('shows a failure as a warning and any other update as information', () => {
  const update = (status: string) =>
    renderNotification({ fact: 'group_update', groupId: 'g1', status }, 'Ofada Rice');
  expect(update('failed')).toMatchObject({
    type: 'warning',
    message: 'Group buy update for Ofada Rice: failed',
  });
  expect(update('ready_for_pickup').type).toBe('info');
});

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

it.each(MONTHS.map((name, index) => [name, String(index + 1).padStart(2, '0')]))(
  'a notification names the month %s',
  (name, month) => {
    const at = `2026-${month}-15T08:05:00.000Z`;
    expect(renderNotification({ fact: 'security', change: 'password_changed', at }).message).toContain(name);
  },
);

it.each([
  [500, 'Wallet credited ₦500 - Refund'],
  [-500, 'Wallet debited ₦500 - Refund'],
  [0, 'Wallet credited ₦0 - Refund'],
])('a wallet movement of %i is told as %s', (difference, words) => {
  expect(
    renderNotification({
      fact: 'wallet',
      txId: 1,
      oldBalanceKobo: 100_000,
      newBalanceKobo: 100_000 + difference * 100,
      reason: 'REFUND',
    }).message,
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
  const at = '2026-11-21T08:05:00.000Z';
  expect(renderNotification({ fact: 'security', change, at }).message).toBe(words);
});
