import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import { walletQueryKeys } from '../../features/wallet/wallet-queries.ts';
import WalletRoute from './WalletRoute.tsx';

const info = {
  success: true,
  referralCode: 'ADAOBI12',
  referralLink: 'https://shop.example/register?ref=ADAOBI12',
  referredUsers: [],
  hasReceivedBonus: true,
  referralCount: 14,
  nextBonusThreshold: 15,
  totalEarnings: 2_000,
  totalReferrals: 14,
  completedRounds: 4,
};
const stats = {
  success: true,
  totalReferrals: 14,
  bonusEarned: 2_000,
  nextBonusAt: 15,
  remainingForBonus: 1,
  completedRounds: 4,
};
const wallet: Wallet = {
  success: true,
  balance: 18_500,
  availableBalance: 18_500,
  heldAmount: 0,
  transactions: [
    {
      id: '2',
      type: 'debit',
      amount: 19_000,
      reason: 'ORDER',
      description: 'Red Palm Oil',
      createdAt: '2026-11-18T15:42:00.000Z',
      metadata: { orderTrackingNumber: 'GB-7731KQ2M', groupBuyStatus: 'active' },
    },
    {
      id: '1',
      type: 'credit',
      amount: 500,
      reason: 'REFERRAL_BONUS',
      description: 'Three friends',
      createdAt: '2026-11-17T08:14:00.000Z',
    },
  ],
  referralInfo: info,
  referralEarnings: 2_000,
  totalEarned: 500,
  stats: { totalSpent: 19_000, totalTransactions: 2, totalEarned: 500 },
};

beforeEach(() => signInWithoutApp());
afterEach(() => vi.useRealTimers());

function openWallet(script: ScriptedApiRoutes = {}) {
  const sent = installScriptedApi({
    'GET /api/wallet': () => ({ json: wallet }),
    'GET /api/referral/info': () => ({ json: info }),
    'GET /api/referral/stats': () => ({ json: stats }),
    ...script,
  });
  renderScreenWithoutApp(<WalletRoute />, { at: '/wallet' });
  return sent;
}
const region = (name: string) => within(screen.getByRole('region', { name }));

test('tiles, cards and history show the figures of the server', async () => {
  openWallet();
  await screen.findByText('Total Spent');
  expect(screen.getByText('Manage your balance and track your financial journey')).toBeDefined();
  expect(screen.getByText('Total Transactions').nextSibling?.textContent).toBe('2');
  expect(screen.getByText('Total Earned').nextSibling?.textContent).toBe('₦500');
  expect(screen.getByText('Total Spent').nextSibling?.textContent).toBe('₦19,000');
  expect(region('Wallet Balance').getByText('₦18,500')).toBeDefined();
  expect(await region('Referral Earnings').findByText('Completed 4 round(s)')).toBeDefined();
  expect(region('Referral Earnings').getByText('4 rounds')).toBeDefined();
  expect(region('Referral Earnings').getByText('Reward Card')).toBeDefined();
});

test('a debit is red with a minus, a credit green with a plus, details where there are any', async () => {
  openWallet();
  await screen.findByText('Order Payment');
  const [debit, credit] = region('Transaction History').getAllByRole('listitem');
  expect(debit?.textContent).toContain('-₦19,000');
  expect(debit?.dataset.type).toBe('debit');
  expect(debit?.textContent).toMatch(/Transaction Details.*Tracking.*GB-7731KQ2M.*Status.*Forming/);
  expect(credit?.textContent).toContain('+₦500');
  expect(credit?.textContent).toContain('Referral Bonus');
  expect(credit?.textContent).not.toContain('Transaction Details');
});

test('while nothing is known readers hear that the wallet is loading', async () => {
  openWallet({ 'GET /api/wallet': () => new Promise(() => {}) });
  expect(await screen.findByRole('status', { name: 'Loading your wallet' })).toBeDefined();
  expect(screen.queryByText(/^Updated/)).toBeNull();
});

test('without transactions it says so', async () => {
  openWallet({ 'GET /api/wallet': () => ({ json: { ...wallet, transactions: [] } }) });
  expect(await screen.findByText('No transactions yet')).toBeDefined();
  expect(
    screen.getByText('Your transaction history will appear here once you start using your wallet'),
  ).toBeDefined();
});

test('refreshing asks for wallet, referral info and statistics, spins at least 1.5 s and hides nothing', async () => {
  const sent = openWallet();
  await screen.findByText('Order Payment');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh wallet' });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  const before = sent.length;
  const startedAt = performance.now();
  await userEvent.click(button);
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Order Payment')).toBeDefined();
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_490);
  expect(new Set(sent.slice(before).map(({ path }) => path))).toEqual(
    new Set(['/api/wallet', '/api/referral/info', '/api/referral/stats']),
  );
});

test('the old figures stay until the answers of a refresh are there', async () => {
  let answer = async () => ({ json: wallet });
  openWallet({ 'GET /api/wallet': () => answer() });
  await screen.findByText('Order Payment');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh wallet' });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  let release = () => {};
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve({ json: { ...wallet, balance: 7_000 } });
    });
  await userEvent.click(button);
  await vi.waitFor(() => expect(region('Referral Earnings').getByText('4 rounds')).toBeDefined());
  expect(region('Wallet Balance').getByText('₦18,500')).toBeDefined();
  expect(screen.getByText('Order Payment')).toBeDefined();
  expect(screen.queryByRole('status', { name: 'Loading your wallet' })).toBeNull();
  release();
  expect(await region('Wallet Balance').findByText('₦7,000')).toBeDefined();
});

test('the button turns for a second and a half, however soon the answer comes', async () => {
  openWallet();
  await screen.findByText('Order Payment');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh wallet' });
  vi.useFakeTimers();
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(1_499));
  expect(button.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(button.disabled).toBe(false);
});

test('the wallet is asked for every 10 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = openWallet();
  await screen.findByText('Order Payment');
  const count = () => sent.filter(({ path }) => path === '/api/wallet').length;
  const before = count();
  await vi.advanceTimersByTimeAsync(30_100);
  expect(count() - before).toBe(3);
});

test('a wallet that was never seen says offline that it is not on the phone', async () => {
  onlineManager.setOnline(false);
  openWallet();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(
    "You're offlineThis page was not saved on your phone yet. It opens when you are back online.",
  );
  onlineManager.setOnline(true);
  expect(await screen.findByText('Order Payment')).toBeDefined();
});

test('a single detail of a payment is shown', async () => {
  const transactions = wallet.transactions.slice(0, 1).map((each) => ({
    ...each,
    metadata: { orderTrackingNumber: 'GB-7731KQ2M' },
  }));
  openWallet({ 'GET /api/wallet': () => ({ json: { ...wallet, transactions } }) });
  await screen.findByText('Transaction Details');
  expect(screen.getByText('GB-7731KQ2M')).toBeDefined();
});

test('a saved wallet is asked about once, though the page asks for everything anew', async () => {
  const sent = installScriptedApi({
    'GET /api/wallet': () => ({ json: wallet }),
    'GET /api/referral/info': () => ({ json: info }),
    'GET /api/referral/stats': () => ({ json: stats }),
  });
  const queryClient = createQueryClient();
  const anHourAgo = { updatedAt: Date.now() - 3_600_000 };
  queryClient.setQueryData(walletQueryKeys.wallet(sampleUser.id), wallet, anHourAgo);
  renderScreenWithoutApp(<WalletRoute />, { at: '/wallet', queryClient });
  await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(3));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(sent.map(({ path }) => path).sort()).toEqual([
    '/api/referral/info',
    '/api/referral/stats',
    '/api/wallet',
  ]);
});
