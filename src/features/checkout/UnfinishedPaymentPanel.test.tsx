import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { begunPayment } from '../../../tests/support/begun-payment.ts';
import { ada, signInOnStage, stage } from '../../../tests/support/screen-stage.tsx';
import { deleteRecords } from '../../offline/idb.ts';
import { beginAttempt, loadAttempts, updateAttempt } from '../../offline/payment-attempts.ts';
import type { AttemptState } from '../../offline/payment-states.ts';
import { UnfinishedPaymentPanel } from './UnfinishedPaymentPanel.tsx';

beforeEach(async () => {
  await deleteRecords('pay|');
  await loadAttempts(null);
  signInOnStage();
});

/** The cart page of a shopper whose payment stands there. */
async function openCart(state: AttemptState) {
  const begun = await begunPayment(beginAttempt, { userId: ada.id });
  await updateAttempt(begun, { state, reference: 'gb-1' });
  return stage(<UnfinishedPaymentPanel />, { at: '/cart' });
}
const panel = () => screen.queryByRole('region', { name: 'Unfinished payment' });

test.each(['initialising', 'redirected', 'unknown'] as const)(
  'a payment that was cut off (%s) stands on the cart, and another way of paying is at the checkout',
  async (state) => {
    const { place } = await openCart(state);
    expect(panel()).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Pay another way' }));
    expect(place.pathname).toBe('/checkout');
  },
);

test.each(['returned', 'confirmed', 'failed', 'cancelled', 'expired'] as const)(
  'one that came back or ended (%s) does not',
  async (state) => {
    await openCart(state);
    expect(panel()).toBeNull();
  },
);
