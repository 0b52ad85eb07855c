import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { beginSamplePayment } from '../../../../tests/support/begun-payment.ts';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import {
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import type { PaymentAttemptState } from '../attempts/attempt.ts';
import { UnfinishedPaymentPanel } from './UnfinishedPaymentPanel.tsx';

beforeEach(async () => {
  await storage.removeAll('pay|');
  await testPayments.load(null);
  signInWithoutApp();
});

/** Opens the cart page of a shopper with a payment in this state. */
async function openCart(state: PaymentAttemptState, hasNothingToBuy = false) {
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  await testPayments.update(begun, { state, reference: 'gb-1' });
  return {
    ...renderScreenWithoutApp(<UnfinishedPaymentPanel hasNothingToBuy={hasNothingToBuy} />, { at: '/cart' }),
    begun,
  };
}
const panel = () => screen.queryByRole('region', { name: 'Unfinished payment' });

test.each(['initialising', 'redirected', 'unknown'] as const)(
  'a payment that was cut off (%s) stands on the cart, and another way of paying is at the checkout',
  async (state) => {
    const { place, begun } = await openCart(state);
    expect(panel()).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Pay another way' }));
    // The checkout is told that the payment is abandoned, so that it does not ask again.
    expect(place).toMatchObject({ pathname: '/checkout', state: { insteadOf: begun.key } });
  },
);

test.each(['returned', 'confirmed', 'failed', 'cancelled', 'expired'] as const)(
  'one that came back or ended (%s) does not',
  async (state) => {
    await openCart(state);
    expect(panel()).toBeNull();
  },
);

test('with an empty cart there is nothing to pay another way', async () => {
  await openCart('unknown', true);
  expect(panel()).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Pay another way' })).toBeNull();
});
