import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../../tests/support/begun-payment.ts';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { type LocalNotification, onLocalNotification } from '../../../lib/local-notification.ts';
import { CardPaymentResultPanel } from '../return/CardPaymentResultPanel.tsx';
import PaymentPollingService from './PaymentService.tsx';

let facts: LocalNotification[];
let stopListening: () => void;

beforeEach(async () => {
  await storage.removeAll('pay|');
  await testPayments.load(null);
  signInWithoutApp();
  facts = [];
  stopListening = onLocalNotification((fact) => facts.push(fact));
});
afterEach(() => stopListening());

test.each([
  ['that nothing was taken', null, '', 'Payment failed: No wallet balance was deducted.'],
  [
    'where the money went',
    'wallet_credited',
    '₦5,000 was added to your wallet.',
    'Payment failed: ₦5,000 was added to your wallet.',
  ],
])('the notification of a failed payment says %s', async (_, outcome, message, notification) => {
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  await testPayments.update(begun, { state: 'redirected', reference: 'gb-1' });
  installScriptedApi({
    'GET /api/payment/status/gb-1': () => ({
      json: { success: true, status: 'failed', reference: 'gb-1', outcome, message, groupBuys: [] },
    }),
  });
  renderScreenWithoutApp(<PaymentPollingService />);
  await vi.waitFor(() => expect(facts.map((fact) => fact.message)).toEqual([notification]));
  expect(facts[0]).toMatchObject({ factKey: 'pay:gb-1', type: 'error', title: 'Payment Failed' });
});

test.each([
  ['/cart', '/account'],
  ['/checkout', '/account'],
  ['/wallet', '/wallet'],
])('a card payment that is confirmed on %s is told once, and the shopper is then on %s', async (at, to) => {
  const toasts = recordToastRequests();
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  await testPayments.update(begun, { state: 'redirected', reference: 'gb-1' });
  const paid = { walletUsed: 0, flutterwaveAmount: 5_000, totalAmount: 5_000, groupBuys: [] };
  installScriptedApi({
    'GET /api/payment/status/gb-1': () => ({
      json: { success: true, status: 'confirmed', reference: 'gb-1', outcome: 'ordered', ...paid },
    }),
  });
  const { place } = renderScreenWithoutApp(null, { at, beside: <PaymentPollingService /> });
  await vi.waitFor(() => expect(testPayments.current()).toMatchObject([{ acknowledged: true }]));
  await vi.waitFor(() => expect(place.pathname).toBe(to));
  expect(toasts.map(({ message }) => message)).toEqual([
    'Payment successful! Wallet ₦0, card ₦5,000, total ₦5,000.',
  ]);
});

test('a return that the shop does not know is told on the cart until the shopper leaves it', async () => {
  installScriptedApi({
    'GET /api/payment/status/gb-9': () => createScriptedRefusal(404, 'x', 'payment_not_found'),
  });
  await testPayments.storeReturn(sampleUser.id, 'gb-9', 'success');
  const around = (
    <>
      <PaymentPollingService />
      <Link to="/wallet">Wallet</Link>
      <Link to="/cart">Cart</Link>
    </>
  );
  const { place } = renderScreenWithoutApp(<CardPaymentResultPanel />, { at: '/cart', beside: around });
  expect(await screen.findByText('We could not find this payment.')).toBeDefined();
  expect(screen.getByRole('region').textContent).toContain('Reference: gb-9');
  await userEvent.click(screen.getByRole('link', { name: 'Wallet' }));
  await userEvent.click(screen.getByRole('link', { name: 'Cart' }));
  expect(place.pathname).toBe('/cart');
  expect(screen.queryByRole('region')).toBeNull();
});
