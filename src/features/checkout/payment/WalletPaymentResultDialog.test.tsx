import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../../tests/support/begun-payment.ts';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import {
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import type { PaymentAttemptResult } from '../attempts/attempt.ts';
import { WalletPaymentResultDialog } from './WalletPaymentResultDialog.tsx';

beforeEach(async () => {
  await storage.removeAll('pay|');
  await testPayments.load(null);
  signInWithoutApp();
});
afterEach(() => vi.useRealTimers());

const paid: PaymentAttemptResult = {
  status: 'confirmed',
  outcome: 'ordered',
  message: '',
  paymentId: 'p-1',
  totalAmount: 5_000,
  walletUsed: 5_000,
  flutterwaveAmount: 0,
  newWalletBalance: 200,
  groupBuysJoined: 0,
  groupBuys: [],
};

async function open(more: Partial<PaymentAttemptResult> = {}) {
  const attempt = await beginSamplePayment(testPayments, { userId: sampleUser.id, method: 'wallet_only' });
  return renderScreenWithoutApp(
    <WalletPaymentResultDialog attempt={attempt} result={{ ...paid, ...more }} userId={sampleUser.id} />,
    {
      at: '/checkout',
    },
  );
}

test('a payment that joined no group shows no list of groups', async () => {
  await open();
  expect(screen.getByText('Group buys joined').nextSibling?.textContent).toBe('0');
  expect(screen.queryByRole('list')).toBeNull();
});

test('it is closed once, and the account comes half a second later', async () => {
  const { place } = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await act(() => vi.advanceTimersByTimeAsync(400));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await act(() => vi.advanceTimersByTimeAsync(99));
  expect(place.pathname).toBe('/checkout');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(place.pathname).toBe('/account');
});

test('after paying, others can be invited to each group that still needs some', async () => {
  const rice = {
    groupId: 'g1',
    productName: 'Local Rice',
    slug: 'rice',
    baseUnitName: 'kg',
    status: 'active',
    unitsSold: 455,
    minimumViableUnits: 500,
  } as const;
  const full = { ...rice, groupId: 'g2', productName: 'Garri', status: 'successful' } as const;
  await open({ groupBuysJoined: 2, groupBuys: [rice, full] });
  expect(screen.getByText('This group needs 45 kg more.')).toBeDefined();
  const invite = within(screen.getByRole('group', { name: 'Invite to the group for Local Rice' }));
  expect(invite.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' }).href).toContain(
    encodeURIComponent(`${location.origin}/product/rice?ref=ADAOBI12&group=g1`),
  );
  expect(screen.queryByRole('group', { name: 'Invite to the group for Garri' })).toBeNull();
});
