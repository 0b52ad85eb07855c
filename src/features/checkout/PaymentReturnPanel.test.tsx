import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { PaymentReturnResultPanel } from './PaymentReturnPanel.tsx';
import {
  resetPaymentWatchState,
  setReturnHintWithoutReference,
  setUnknownPaymentReference,
} from './payment-watch.ts';

afterEach(() => resetPaymentWatchState());
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));

test('a payment that the shop does not know as the shopper’s is told with its reference, until it is closed', () => {
  setUnknownPaymentReference('gb-9');
  renderScreenWithoutApp(<PaymentReturnResultPanel />);
  expect(screen.getByRole('region', { name: 'Payment result' }).textContent).toContain('Reference: gb-9');
  close();
  expect(screen.queryByRole('region')).toBeNull();
});

test.each([
  ['cancelled', 'status', 'Payment cancelled. No wallet balance was deducted.'],
  ['failed', 'alert', 'Payment failed. No wallet balance was deducted.'],
] as const)('a return that only says %s is told as %s until it is closed', (hint, role, sentence) => {
  setReturnHintWithoutReference(hint);
  renderScreenWithoutApp(<PaymentReturnResultPanel />);
  expect(screen.getByRole(role).textContent).toBe(sentence);
  close();
  expect(screen.queryByText(sentence)).toBeNull();
});
