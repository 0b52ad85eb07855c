import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { beginSamplePayment } from '../../../../tests/support/begun-payment.ts';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import {
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import {
  clearTransientPaymentState,
  setCardPageResultWithoutReference,
  setNotFoundPaymentReference,
} from '../payment/transient-payment-state.ts';
import { CardPaymentResultPanel } from './CardPaymentResultPanel.tsx';

afterEach(async () => {
  clearTransientPaymentState();
  await storage.removeAll('pay|');
  await testPayments.load(null);
});
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));

test('a payment that the shop does not know as the shopper’s is told with its reference, until it is closed', () => {
  setNotFoundPaymentReference('gb-9');
  renderScreenWithoutApp(<CardPaymentResultPanel />);
  expect(screen.getByRole('region', { name: 'Payment result' }).textContent).toContain('Reference: gb-9');
  close();
  expect(screen.queryByRole('region')).toBeNull();
});

test.each([
  ['cancelled', false],
  ['failed', true],
] as const)('of a payment that has %s the reference stands there: %s', async (state, hasReference) => {
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  await testPayments.update(begun, { state, hint: state, reference: 'gb-7' });
  signInWithoutApp();
  renderScreenWithoutApp(<CardPaymentResultPanel />);
  const text = (await screen.findByRole('region', { name: 'Payment result' })).textContent;
  expect(text?.includes('Reference: gb-7')).toBe(hasReference);
});

test.each([
  ['cancelled', 'status', 'Payment cancelled. No wallet balance was deducted.'],
  ['failed', 'alert', 'Payment failed. No wallet balance was deducted.'],
] as const)('a return that only says %s is told as %s until it is closed', (hint, role, sentence) => {
  setCardPageResultWithoutReference(hint);
  renderScreenWithoutApp(<CardPaymentResultPanel />);
  expect(screen.getByRole(role).textContent).toBe(sentence);
  close();
  expect(screen.queryByText(sentence)).toBeNull();
});
