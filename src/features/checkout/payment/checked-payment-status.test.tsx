import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../../tests/support/begun-payment.ts';
import { createErrorBody } from '../../../../tests/support/error-body.ts';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import type { CardPageReturnStatus } from '../attempts/attempt.ts';
import { fetchAndStorePaymentStatus } from './checked-payment-status.ts';

let asked: string[] = [];

beforeEach(async () => {
  asked = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(String(input instanceof Request ? input.url : input));
    throw new TypeError('no line');
  });
  await storage.removeAll('pay|');
  await testPayments.load(null);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Begins a payment of ₦5,000, ₦1,500 of it from the wallet, and returns with a status in the address. */
async function returned(hint: CardPageReturnStatus) {
  const begun = await beginSamplePayment(testPayments, {
    method: 'wallet_and_flutterwave',
    walletUse: 1_500,
  });
  await testPayments.update(begun, { state: 'redirected', reference: 'gb-1' });
  return await testPayments.storeReturn('ada', 'gb-1', hint);
}

test('the flag of a return is no verdict: the server is asked', async () => {
  const attempt = await returned('success');
  await expect(fetchAndStorePaymentStatus(testPayments, attempt)).rejects.toThrow();
  expect(asked).toEqual([expect.stringContaining('/api/payment/status/gb-1')]);
  expect(testPayments.current()[0]?.state).toBe('returned');
});

test('only the shop itself can say that a payment is not the shopper’s', async () => {
  const attempt = await returned('success');
  const answer = (body: object) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 404 }));
  answer({});
  await expect(fetchAndStorePaymentStatus(testPayments, attempt)).rejects.toMatchObject({ status: 404 });
  expect(testPayments.current()).toHaveLength(1);
  answer({ success: false, code: 'payment_not_found' });
  await expect(fetchAndStorePaymentStatus(testPayments, attempt)).rejects.toMatchObject({ status: 404 });
  answer(createErrorBody('payment_not_found'));
  await expect(fetchAndStorePaymentStatus(testPayments, attempt)).resolves.toEqual({ kind: 'not-found' });
  expect(testPayments.current()).toEqual([]);
});

test.each([
  ['https://cards.example/pay/2', 'https://cards.example/pay/2'],
  ['javascript:alert(1)', 'https://cards.example/pay/1'],
  [null, 'https://cards.example/pay/1'],
])(
  'while there is no verdict the card page of the newest answer is kept: %j leaves %s',
  async (sent, kept) => {
    const begun = await returned('returned');
    const attempt = await testPayments.update(begun, { authorizationUrl: 'https://cards.example/pay/1' });
    const reply = { success: true, status: 'pending', reference: 'gb-1', authorization_url: sent };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(reply)));
    await expect(fetchAndStorePaymentStatus(testPayments, attempt ?? begun)).resolves.toEqual({
      kind: 'pending',
      link: kept,
    });
    expect(testPayments.current()).toMatchObject([{ state: 'returned', authorizationUrl: kept }]);
  },
);

describe('a build for an API without a status call', () => {
  beforeEach(() => vi.stubEnv('VITE_API_PAYMENT_STATUS', 'off'));
  afterEach(() => expect(asked).toEqual([]));

  test('takes the success flag of its own payment for the verdict', async () => {
    const attempt = await returned('success');
    await expect(fetchAndStorePaymentStatus(testPayments, attempt)).resolves.toMatchObject({
      kind: 'final',
    });
    expect(testPayments.current()[0]).toMatchObject({
      state: 'confirmed',
      result: {
        totalAmount: 5_000,
        walletUsed: 1_500,
        flutterwaveAmount: 3_500,
        newWalletBalance: 0,
        groupBuysJoined: 0,
      },
    });
  });

  test('does not believe it about a payment that this phone did not begin', async () => {
    const attempt = await testPayments.storeReturn('ada', 'gb-of-another', 'success');
    await expect(fetchAndStorePaymentStatus(testPayments, attempt)).resolves.toEqual({ kind: 'not-found' });
    expect(testPayments.current()).toEqual([]);
  });

  test.each(['cancelled', 'failed', 'returned'] as const)('leaves %s a hint', async (hint) => {
    const attempt = await returned(hint);
    await expect(fetchAndStorePaymentStatus(testPayments, attempt)).resolves.toMatchObject({
      kind: 'pending',
    });
    expect(testPayments.current()[0]?.state).toBe('returned');
  });
});
