import { describe, expect, test } from 'vitest';
import type { Wallet, WalletTransaction } from '#contract/schemas/wallet.ts';
import {
  getReferralEarnings,
  getTotalSpentNaira,
  getTransactionTitle,
  listWalletTransactionFields,
} from './wallet-figures.ts';

function transaction(type: 'credit' | 'debit', amount: number): WalletTransaction {
  return { id: '1', type, amount, reason: 'ORDER', description: '', createdAt: '2026-11-20T08:14:00Z' };
}
const stats = { totalSpent: 900, totalTransactions: 2, totalEarned: 0 };

describe('Total Spent', () => {
  test('is the sum of the debits', () => {
    const transactions = [transaction('debit', 300), transaction('credit', 50), transaction('debit', -200)];
    expect(getTotalSpentNaira({ transactions, stats })).toBe(500);
  });

  test('is the server’s figure without debits, and when older ones are not in the list', () => {
    expect(getTotalSpentNaira({ transactions: [transaction('credit', 50)], stats })).toBe(900);
    const long = { ...stats, totalTransactions: 140 };
    expect(getTotalSpentNaira({ transactions: [transaction('debit', 300)], stats: long })).toBe(900);
  });
});

test('a single debit is a sum, and without any figure nothing was spent', () => {
  const one = { ...stats, totalTransactions: 1 };
  expect(getTotalSpentNaira({ transactions: [transaction('debit', 300)], stats: one })).toBe(300);
  expect(getTotalSpentNaira({ transactions: [] } as unknown as Wallet)).toBe(0);
});

test.each([
  [{ totalReferrals: 14, completedRounds: 4, totalEarnings: 2_000 }, undefined, 0, 4, 2_000],
  [undefined, { totalReferrals: 7, bonusEarned: 1_000 }, 0, 2, 1_000],
  [undefined, undefined, 1_250, 2, 1_000],
  [undefined, undefined, 0, 0, 0],
])('rounds of %o, %o, balance %o: %o, ₦%o', (info, given, balance, rounds, earnedNaira) => {
  expect(getReferralEarnings(info, given, balance)).toEqual({ rounds, earnedNaira });
});

test.each([
  ['REFERRAL_BONUS', 'Referral Bonus'],
  ['ORDER', 'Order Payment'],
  ['REFUND', 'Refund'],
  ['Welcome Reward', 'Welcome Reward'],
])('the reason %s is titled %s', (reason, title) => {
  expect(getTransactionTitle(reason)).toBe(title);
});

test('only details that are there are listed, an active status in green', () => {
  expect(listWalletTransactionFields({})).toEqual([]);
  expect(
    listWalletTransactionFields({
      metadata: { orderTrackingNumber: 'GB-1', groupBuyStatus: 'active', x: 1 },
    }),
  ).toEqual([
    { name: 'Tracking', value: 'GB-1', isGood: false },
    { name: 'Status', value: 'Forming', isGood: true },
  ]);
  expect(listWalletTransactionFields({ metadata: { groupBuyStatus: 'ready_for_pickup' } })).toEqual([
    { name: 'Status', value: 'Ready for pickup', isGood: false },
  ]);
});
