import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { PaymentPage } from './PaymentPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const payment = {
  ...{ reference: 'gb-1', userId: '11111111-1111-4111-8111-111111111111', method: 'flutterwave_only' },
  ...{ status: 'succeeded', outcome: 'ordered', failure: null, providerTxId: '7' },
  ...{ totalNaira: 6_000, walletNaira: 0, cardNaira: 6_000, receivedNaira: 6_000, paidBackNaira: 0 },
  ...{ createdAt: '2026-11-20T09:05:00Z', lines: [], events: [], reconItems: { all: 0, open: 0 } },
};

function open(fields: object, verified: object = {}, may = ['payment verify']): void {
  installScriptedApi({
    'GET /api/ops/payments/gb-1': () => ({ json: { success: true, data: { ...payment, ...fields } } }),
    'POST /api/ops/payments/gb-1/verify': () => ({ json: { success: true, data: verified } }),
  });
  renderScreenWithoutApp(<PaymentPage id="gb-1" may={may} />);
}

test.each([
  [0, 'Ordered, ₦6,000'],
  [2_000, 'Ordered, ₦6,000, ₦2,000 paid back'],
  [6_000, 'Ordered, ₦6,000, paid back in full'],
])('of a payment of which ₦%i went back stands there: %s', async (paidBackNaira, words) => {
  open({ paidBackNaira });
  expect((await screen.findByText('Result')).nextSibling?.textContent).toBe(words);
});

test.each([
  [{ seen: 'successful' }, 'The provider says it is paid.'],
  [
    { seen: 'unknown', silentSince: '2026-11-20T09:00:00Z' },
    'The provider is not answering (since 20 Nov 2026, 10:00). The shop keeps asking automatically; nothing is lost.',
  ],
])('of a provider that was asked, %j, no more is said than it said', async (verified, words) => {
  open({}, verified);
  fireEvent.click(await screen.findByRole('button', { name: 'Ask the Provider Again' }));
  expect((await screen.findByText(/^The provider /)).textContent).toBe(words);
});

test('a payment with reconciliation items leads to just them, if the role may read them', async () => {
  open({ reconItems: { all: 2, open: 1 } }, {}, ['recon list']);
  const link = await screen.findByRole('link', { name: '2 items, 1 open' });
  expect(link.getAttribute('href')).toBe('/ops/reconciliation?payment=gb-1');
  cleanup();
  open({ reconItems: { all: 1, open: 0 } });
  expect((await screen.findByText('1 item, resolved')).closest('a')).toBeNull();
});
