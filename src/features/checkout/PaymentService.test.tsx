import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { begunPayment } from '../../../tests/support/begun-payment.ts';
import { payments, storage } from '../../../tests/support/own-app.tsx';
import {
  ada,
  catchToasts,
  refusal,
  scriptApi,
  showAlone,
  signInAlone,
} from '../../../tests/support/screen-alone.tsx';
import { type LocalFact, onLocalFact } from '../../lib/local-facts.ts';
import { PaymentReturnPanel } from './PaymentReturnPanel.tsx';
import { PaymentService } from './PaymentService.tsx';

let facts: LocalFact[];
let stopListening: () => void;

beforeEach(async () => {
  await storage.removeAll('pay|');
  await payments.load(null);
  signInAlone();
  facts = [];
  stopListening = onLocalFact((fact) => facts.push(fact));
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
  const begun = await begunPayment(payments, { userId: ada.id });
  await payments.update(begun, { state: 'redirected', reference: 'gb-1' });
  scriptApi({
    'GET /api/payment/status/gb-1': () => ({
      json: { success: true, status: 'failed', reference: 'gb-1', outcome, message, groupBuys: [] },
    }),
  });
  showAlone(<PaymentService />);
  await vi.waitFor(() => expect(facts.map((fact) => fact.message)).toEqual([notification]));
  expect(facts[0]).toMatchObject({ factKey: 'pay:gb-1', type: 'error', title: 'Payment Failed' });
});

test.each([
  ['/cart', '/account'],
  ['/checkout', '/account'],
  ['/wallet', '/wallet'],
])('a card payment that is confirmed on %s is told once, and the shopper is then on %s', async (at, to) => {
  const toasts = catchToasts();
  const begun = await begunPayment(payments, { userId: ada.id });
  await payments.update(begun, { state: 'redirected', reference: 'gb-1' });
  const paid = { walletUsed: 0, flutterwaveAmount: 5_000, totalAmount: 5_000, groupBuys: [] };
  scriptApi({
    'GET /api/payment/status/gb-1': () => ({
      json: { success: true, status: 'confirmed', reference: 'gb-1', outcome: 'ordered', ...paid },
    }),
  });
  const { place } = showAlone(null, { at, beside: <PaymentService /> });
  await vi.waitFor(() => expect(payments.current()).toMatchObject([{ acknowledged: true }]));
  await vi.waitFor(() => expect(place.pathname).toBe(to));
  expect(toasts.map(({ message }) => message)).toEqual([
    'Payment successful! Wallet ₦0, card ₦5,000, total ₦5,000.',
  ]);
});

test('a return that the shop does not know is told on the cart until the shopper leaves it', async () => {
  scriptApi({ 'GET /api/payment/status/gb-9': () => refusal(404, 'x', 'payment_not_found') });
  await payments.noteReturn(ada.id, 'gb-9', 'success');
  const around = (
    <>
      <PaymentService />
      <Link to="/wallet">Wallet</Link>
      <Link to="/cart">Cart</Link>
    </>
  );
  const { place } = showAlone(<PaymentReturnPanel />, { at: '/cart', beside: around });
  expect(await screen.findByText('We could not find this payment.')).toBeDefined();
  expect(screen.getByRole('region').textContent).toContain('Reference: gb-9');
  await userEvent.click(screen.getByRole('link', { name: 'Wallet' }));
  await userEvent.click(screen.getByRole('link', { name: 'Cart' }));
  expect(place.pathname).toBe('/cart');
  expect(screen.queryByRole('region')).toBeNull();
});
