import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { begunPayment } from '../../../tests/support/begun-payment.ts';
import { ownErrorBody } from '../../../tests/support/error-body.ts';
import { payments, storage } from '../../../tests/support/own-app.tsx';
import type { ReturnHint } from './attempts/attempt.ts';
import { fetchPaymentOutcome } from './payment-outcome.ts';

let asked: string[] = [];

beforeEach(async () => {
  asked = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(String(input instanceof Request ? input.url : input));
    throw new TypeError('no line');
  });
  await storage.removeAll('pay|');
  await payments.load(null);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Began a payment of ₦5,000, ₦1,500 of it from the wallet, and came back with a flag. */
async function returned(hint: ReturnHint) {
  const begun = await begunPayment(payments, { method: 'wallet_and_flutterwave', walletUse: 1_500 });
  await payments.update(begun, { state: 'redirected', reference: 'gb-1' });
  return await payments.noteReturn('ada', 'gb-1', hint);
}

test('the flag of a return is no verdict: the server is asked', async () => {
  const attempt = await returned('success');
  await expect(fetchPaymentOutcome(payments, attempt)).rejects.toThrow();
  expect(asked).toEqual([expect.stringContaining('/api/payment/status/gb-1')]);
  expect(payments.current()[0]?.state).toBe('returned');
});

test('only the shop itself can say that a payment is not the shopper’s', async () => {
  const attempt = await returned('success');
  const answer = (body: object) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 404 }));
  answer({});
  await expect(fetchPaymentOutcome(payments, attempt)).rejects.toMatchObject({ status: 404 });
  expect(payments.current()).toHaveLength(1);
  answer({ success: false, code: 'payment_not_found' });
  await expect(fetchPaymentOutcome(payments, attempt)).rejects.toMatchObject({ status: 404 });
  answer(ownErrorBody('payment_not_found'));
  await expect(fetchPaymentOutcome(payments, attempt)).resolves.toEqual({ kind: 'not-found' });
  expect(payments.current()).toEqual([]);
});

test.each([
  ['https://cards.example/pay/2', 'https://cards.example/pay/2'],
  ['javascript:alert(1)', 'https://cards.example/pay/1'],
  [null, 'https://cards.example/pay/1'],
])(
  'while there is no verdict the card page of the newest answer is kept: %j leaves %s',
  async (sent, kept) => {
    const begun = await returned('returned');
    const attempt = await payments.update(begun, { authorizationUrl: 'https://cards.example/pay/1' });
    const reply = { success: true, status: 'pending', reference: 'gb-1', authorization_url: sent };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(reply)));
    await expect(fetchPaymentOutcome(payments, attempt ?? begun)).resolves.toEqual({
      kind: 'pending',
      link: kept,
    });
    expect(payments.current()).toMatchObject([{ state: 'returned', authorizationUrl: kept }]);
  },
);

describe('a build for an API without a status call', () => {
  beforeEach(() => vi.stubEnv('VITE_API_PAYMENT_STATUS', 'off'));
  afterEach(() => expect(asked).toEqual([]));

  test('takes the success flag of its own payment for the verdict', async () => {
    const attempt = await returned('success');
    await expect(fetchPaymentOutcome(payments, attempt)).resolves.toMatchObject({ kind: 'final' });
    expect(payments.current()[0]).toMatchObject({
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
    const attempt = await payments.noteReturn('ada', 'gb-of-another', 'success');
    await expect(fetchPaymentOutcome(payments, attempt)).resolves.toEqual({ kind: 'not-found' });
    expect(payments.current()).toEqual([]);
  });

  test.each(['cancelled', 'failed', 'returned'] as const)('leaves %s a hint', async (hint) => {
    const attempt = await returned(hint);
    await expect(fetchPaymentOutcome(payments, attempt)).resolves.toMatchObject({ kind: 'pending' });
    expect(payments.current()[0]?.state).toBe('returned');
  });
});
