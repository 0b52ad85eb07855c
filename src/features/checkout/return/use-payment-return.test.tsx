import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import {
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { clearTransientPaymentState } from '../payment/transient-payment-state.ts';
import { CardPaymentResultPanel } from './CardPaymentResultPanel.tsx';
import { useStoreCardPageReturn } from './use-payment-return.ts';

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.removeItem('paymentInfo');
  await storage.removeAll('pay|');
  await testPayments.load(null);
  clearTransientPaymentState();
  signInWithoutApp();
});

function Cart() {
  useStoreCardPageReturn(sampleUser.id);
  return <CardPaymentResultPanel />;
}

test.each([
  ['?cancelled=1', 'Payment cancelled. No wallet balance was deducted.', true],
  ['?failed=1', 'Payment failed. No wallet balance was deducted.', true],
  ['?success=1', 'We could not find this payment.', false],
  ['?returned=1', null, false],
  ['?cancelled=1&reference=gb-1', 'Payment cancelled. No wallet balance was deducted.', true],
  ['?failed=1&reference=gb-1', 'Payment failed. No wallet balance was deducted.', true],
  ['?success=1&reference=gb-1', 'Confirming your payment...', false],
  ['?returned=1&reference=gb-1', 'Confirming your payment...', false],
])('the return %s is told as %j, and the cart counts as preserved: %j', async (search, told, isPreserved) => {
  const { place } = renderScreenWithoutApp(<Cart />, { at: `/cart${search}` });
  if (told !== null) expect(await screen.findByText(told)).toBeDefined();
  await vi.waitFor(() => expect(place.search).toBe(''));
  const notes = [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')];
  expect(notes.map(({ textContent }) => textContent)).toEqual(told === null ? [] : [told]);
  expect(sessionStorage.getItem('preserveCart')).toBe(isPreserved ? 'true' : null);
});

test('a payment that is confirmed while its return is stored leads to the account', async () => {
  const original = testPayments.storeReturn.bind(testPayments);
  vi.spyOn(testPayments, 'storeReturn').mockImplementation(async (...args) => {
    const row = await original(...args);
    await testPayments.update(row, { state: 'confirmed', acknowledged: true });
    return row;
  });
  const { place } = renderScreenWithoutApp(<Cart />, { at: '/cart?success=1&reference=gb-1' });
  await vi.waitFor(() => expect(place.pathname).toBe('/account'));
  vi.restoreAllMocks();
});
