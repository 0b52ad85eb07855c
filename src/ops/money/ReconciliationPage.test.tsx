import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { ReconciliationPage } from './ReconciliationPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const item = {
  ...{ id: 1, day: '2026-11-20', kind: 'amount_differs', reference: '7', ours: null, theirs: null },
  ...{ status: 'open', note: null, dueAt: '2026-11-21T09:05:00Z', parkedAmount: null, parkedCurrency: null },
  ...{ paymentReference: 'gb-1', trackingNumber: 'GB-3YHABA9S' },
};

function open(at: string, may: string[]) {
  const sent = installScriptedApi({
    'GET /api/ops/recon': () => ({ json: { success: true, data: [item] } }),
  });
  renderScreenWithoutApp(<ReconciliationPage may={may} />, { at });
  return sent;
}

test('an item leads to its payment and its order, as far as the role allows', async () => {
  open('/ops/reconciliation', ['payment show']);
  const payment = await screen.findByRole('link', { name: 'gb-1' });
  expect(payment.getAttribute('href')).toBe('/ops/payments/gb-1');
  expect(screen.getByText('GB-3YHABA9S').closest('a')).toBeNull();
});

test('an address with a payment asks for just its items and leads back to all', async () => {
  const sent = open('/ops/reconciliation?payment=gb-1', ['payment show', 'order show']);
  const order = await screen.findByRole('link', { name: 'GB-3YHABA9S' });
  expect(order.getAttribute('href')).toBe('/ops/orders/GB-3YHABA9S');
  expect(sent.map(({ query }) => query.get('payment'))).toEqual(['gb-1']);
  const all = screen.getByRole('link', { name: 'Show All Open' });
  expect(all.getAttribute('href')).toBe('/ops/reconciliation');
});
