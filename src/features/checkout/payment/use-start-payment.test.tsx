import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../../tests/support/begun-payment.ts';
import { createSampleCart, createSampleCartItem } from '../../../../tests/support/cart-samples.ts';
import {
  storage,
  TestAppServicesProvider,
  testAppServices,
  testPayments,
} from '../../../../tests/support/own-app.tsx';
import {
  createScriptedRefusal,
  installScriptedApi,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../../app/data/query-client.ts';
import { createReloadBlockers } from '../../../offline/updates/reload-blockers.ts';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import { useStartPayment } from './use-start-payment.ts';

beforeEach(async () => {
  onlineManager.setOnline(true);
  localStorage.removeItem('paymentInfo');
  await storage.removeAll('pay|');
  await testPayments.load(null);
  signInWithoutApp();
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const reply = {
  success: true,
  reference: 'gb-2',
  authorization_url: 'https://cards.example/pay/2',
  walletUse: 0,
  flutterwaveAmount: 20_000,
  currentWalletBalance: 0,
  totalAmount: 20_000,
};
const delivery = { state: 'Lagos', city: 'Yaba', street: '1 Sabo', phone: '+2348035550142' };

/** Stores a payment that was begun before, in the given state. */
async function earlier(change: Partial<PaymentAttempt>): Promise<PaymentAttempt> {
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  const row = await testPayments.update(begun, change);
  if (!row) throw new Error('the attempt is gone');
  return row;
}

/** Pays a cart of ₦20,000 by card. @returns the request, if one was sent, and what the screen then knows. */
async function pay(insteadOf: PaymentAttempt | null, script: ScriptedApiRoutes = {}) {
  const sent = installScriptedApi({ 'POST /api/payment/initialize': () => ({ json: reply }), ...script });
  const queryClient = createQueryClient();
  const { result } = renderHook(() => useStartPayment(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <TestAppServicesProvider>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </TestAppServicesProvider>
    ),
  });
  const cart = createSampleCart([createSampleCartItem('Local Rice', 2, 10_000)]);
  await act(() => result.current.pay({ userId: sampleUser.id, cart, walletUse: 0, delivery, insteadOf }));
  return { sent: sent.map(({ body }) => body), payment: result.current };
}

test.each(['cancelled', 'failed'] as const)(
  'who pays again after a return that said %s names the payment that is left',
  async (hint) => {
    const left = await earlier({ state: 'returned', reference: 'gb-1', hint });
    const { sent, payment } = await pay(null);
    expect(sent).toMatchObject([{ supersedes: 'gb-1' }]);
    expect(payment).toMatchObject({ phase: 'leaving', message: null });
    const [next, before] = testPayments.current();
    expect(next).toMatchObject({ state: 'redirected', reference: 'gb-2', supersedes: 'gb-1' });
    expect(before).toMatchObject({ key: left.key, supersededBy: next?.key });
  },
);

test.each(['failed', 'cancelled'] as const)('a payment that ended as %s is not named', async (state) => {
  await earlier({ state, reference: 'gb-1', hint: state });
  const { sent } = await pay(null);
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toHaveProperty('supersedes');
});

test('another way of paying names the unfinished payment it is in place of, before any other', async () => {
  await earlier({ state: 'returned', reference: 'gb-0', hint: 'cancelled' });
  const left = await earlier({ state: 'redirected', reference: 'gb-1' });
  expect((await pay(left)).sent).toMatchObject([{ supersedes: 'gb-1' }]);
});

test('an unfinished payment that the shopper does not leave is in the way: nothing is sent', async () => {
  await earlier({ state: 'redirected', reference: 'gb-1' });
  const { sent, payment } = await pay(null);
  expect(sent).toEqual([]);
  expect(payment).toMatchObject({ phase: 'idle', message: null });
});

test('offline nothing is sent, and no payment counts as begun', async () => {
  onlineManager.setOnline(false);
  const { sent, payment } = await pay(null);
  expect(sent).toEqual([]);
  expect(payment).toMatchObject({
    phase: 'idle',
    message: 'Network error: Please check your internet connection and try again.',
  });
  expect(testPayments.current()).toEqual([]);
  onlineManager.setOnline(true);
});

test('a payment that fails in the phone itself says so, and Pay is a button again', async () => {
  vi.stubGlobal('crypto', {
    getRandomValues: () => {
      throw new DOMException('no entropy', 'OperationError');
    },
  });
  const { sent, payment } = await pay(null);
  vi.unstubAllGlobals();
  expect(sent).toEqual([]);
  expect(payment.phase).toBe('idle');
  expect(payment.message).toBe('Payment failed: An unexpected error occurred.');
});

const STATUS = 'GET /api/payment/status/gb-2';
test.each<[what: string, reply: object, status: ScriptedApiRoutes, state: string]>([
  ['without a reference', { success: true, message: 'ok' }, {}, 'failed'],
  [
    'of a payment that nobody knows',
    reply,
    { [STATUS]: () => createScriptedRefusal(404, 'x', 'payment_not_found') },
    'failed',
  ],
  [
    'while the status cannot be read',
    reply,
    { [STATUS]: () => createScriptedRefusal(500, 'x', 'internal') },
    'unknown',
  ],
  ['while the connection is lost', reply, { [STATUS]: () => 'lost' }, 'unknown'],
])(
  'an answer without a card page says that the payment could not be started: %s',
  async (_, answer, status, state) => {
    const { payment } = await pay(null, {
      'POST /api/payment/initialize': () => ({ json: { ...answer, authorization_url: undefined } }),
      ...status,
    });
    expect(payment).toMatchObject({
      phase: 'idle',
      message: 'Payment initialization failed. Please try again.',
    });
    expect(testPayments.current()).toMatchObject([{ state }]);
  },
);

test('a payment that is being started keeps its page from a reload: the answer would be lost', async () => {
  const busy = testAppServices.get(createReloadBlockers);
  let isFree: boolean | undefined;
  await pay(null, {
    'POST /api/payment/initialize': () => {
      isFree = busy.isFree();
      return { json: reply };
    },
  });
  expect(isFree).toBe(false);
  expect(busy.isFree()).toBe(true);
});
