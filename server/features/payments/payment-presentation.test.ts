import { expect, test } from 'vitest';
import { getPaymentStatusAndMessage } from './payment-presentation.ts';
import type { PaymentRecord } from './payment-record.ts';

const paid = { walletKobo: 50_000, cardKobo: 250_000, totalKobo: 300_000, receivedKobo: 250_000 };

test.each<[Partial<PaymentRecord>, string, string]>([
  [{ status: 'created' }, 'pending', 'We are waiting for the card provider.'],
  [{ status: 'pending' }, 'pending', 'We are waiting for the card provider.'],
  [
    { status: 'succeeded', outcome: 'ordered' },
    'confirmed',
    'Payment successful! Wallet ₦500, card ₦2,500, total ₦3,000.',
  ],
  [
    { status: 'succeeded', outcome: 'wallet_credited' },
    'failed',
    'We received ₦2,500, but this order could not be made. ₦2,500 has been added to your wallet.',
  ],
  [
    { status: 'superseded', outcome: 'wallet_credited', receivedKobo: 250_001 },
    'failed',
    'We received ₦2,501, but this order could not be made. ₦2,501 has been added to your wallet.',
  ],
  [
    { status: 'review' },
    'failed',
    'We received your payment and are checking it. We will update you within 24 hours.',
  ],
  [
    { status: 'pending', outcome: 'review' },
    'failed',
    'We received your payment and are checking it. We will update you within 24 hours.',
  ],
  [{ status: 'failed' }, 'failed', 'Payment failed. No wallet balance was deducted.'],
  [{ status: 'expired' }, 'expired', 'This payment has expired. No wallet balance was deducted.'],
  [{ status: 'cancelled' }, 'cancelled', 'Payment cancelled. No wallet balance was deducted.'],
  [{ status: 'superseded' }, 'cancelled', 'Payment cancelled. No wallet balance was deducted.'],
])('%j reads as %s: %s', (fields, status, message) => {
  const payment = { outcome: null, ...paid, ...fields } as PaymentRecord;
  expect(getPaymentStatusAndMessage(payment)).toEqual({ status, message });
});
