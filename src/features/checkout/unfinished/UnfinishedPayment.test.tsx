import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../../tests/support/begun-payment.ts';
import { storage, testPayments } from '../../../../tests/support/own-app.tsx';
import { advanceFakeTime, startFrozenFakeTimers } from '../../../../tests/support/phone-time.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import { clearTransientPaymentState } from '../payment/transient-payment-state.ts';
import { CardPaymentResultPanel } from '../return/CardPaymentResultPanel.tsx';
import { UnfinishedPaymentActions } from './UnfinishedPayment.tsx';

const CARD_PAGE = 'https://cards.example/pay/1';
const STATUS = 'GET /api/payment/status/gb-1';
const pending = { success: true, status: 'pending', reference: 'gb-1', authorization_url: CARD_PAGE };

beforeEach(async () => {
  await storage.removeAll('pay|');
  await testPayments.load(null);
  clearTransientPaymentState();
  signInWithoutApp();
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Stores a begun payment of ₦5,000 that was sent to its card page, or was cut off before an answer came. */
async function open(script: ScriptedApiRoutes, change: Partial<PaymentAttempt> = {}) {
  const row = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  const begun = { state: 'redirected', reference: 'gb-1', authorizationUrl: CARD_PAGE, ...change } as const;
  const attempt = await testPayments.update(row, begun);
  if (!attempt) throw new Error('the attempt is gone');
  const handleOther = vi.fn();
  installScriptedApi(script);
  renderScreenWithoutApp(<UnfinishedPaymentActions attempt={attempt} onPayAnotherWay={handleOther} />, {
    beside: <CardPaymentResultPanel />,
  });
  return { attempt, handleOther };
}
const tap = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('it says what was begun, and that nobody knows the end', async () => {
  const { handleOther } = await open({});
  const panel = screen.getByRole('region', { name: 'Unfinished payment' });
  expect(panel.textContent).toContain('You started a payment of ₦5,000. We are still confirming it.');
  expect(panel.textContent).toContain('Reference: gb-1');
  expect(screen.queryByRole('status')).toBeNull();
  await tap('Pay another way');
  expect(handleOther).toHaveBeenCalledOnce();
});

test('an amount that this phone does not know is not named', async () => {
  await open({}, { totalAmount: 0 });
  expect(screen.getByText('We are still confirming it.')).toBeDefined();
});

test('while the card provider has no verdict, Check says so and Resume leads to the card page', async () => {
  await open({ [STATUS]: () => ({ json: pending }) });
  await tap('Check payment');
  expect((await screen.findByRole('status')).textContent).toBe('We are waiting for the card provider.');
  expect(screen.queryByRole('region', { name: 'Payment result' })).toBeNull();
  expect(location.assign).not.toHaveBeenCalled();
  await tap('Continue payment');
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledExactlyOnceWith(CARD_PAGE));
});

test.each(['Check payment', 'Continue payment'])(
  'while %s asks, nothing else can be tapped',
  async (name) => {
    await open({ [STATUS]: () => new Promise<never>(() => undefined) });
    await tap(name);
    expect(screen.getByRole('button', { name: 'Checking...' })).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay another way' }).disabled).toBe(true);
  },
);

test.each([425, 429])('an answer of %i asks for patience', async (status) => {
  await open({ [STATUS]: () => createScriptedRefusal(status, 'wait', 'payment_unavailable') });
  await tap('Check payment');
  expect(await screen.findByText('Your payment is still being started.')).toBeDefined();
});

test('any other failure is told in the words of the catalogue', async () => {
  await open({ [STATUS]: () => createScriptedRefusal(500, 'x', 'internal') });
  await tap('Check payment');
  expect(
    await screen.findByText(
      'Server error: Payment service is temporarily unavailable. Please try again later.',
    ),
  ).toBeDefined();
});

test('a payment that the shop does not know is told with its reference', async () => {
  await open({ [STATUS]: () => createScriptedRefusal(404, 'x', 'payment_not_found') });
  await tap('Check payment');
  const result = await screen.findByRole('region', { name: 'Payment result' });
  expect(result.textContent).toContain('We could not find this payment.');
  expect(result.textContent).toContain('Reference: gb-1');
});

test('a payment whose start was refused was none', async () => {
  const toasts = recordToastRequests();
  const script: ScriptedApiRoutes = {};
  const { attempt } = await open(script, { state: 'unknown', reference: null, authorizationUrl: null });
  script[`POST /api/payment/attempts/${attempt.key}/check`] = () =>
    createScriptedRefusal(400, 'Cart is empty', 'cart_empty');
  await tap('Check payment');
  await vi.waitFor(() =>
    expect(toasts.map(({ message }) => message)).toEqual(['No payment was started. Nothing was charged.']),
  );
  expect(testPayments.current()).toMatchObject([{ state: 'failed', acknowledged: true }]);
});

test('the reference can be copied, which the button says for two seconds', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open({});
  startFrozenFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(write).toHaveBeenCalledWith('gb-1');
  await advanceFakeTime(0);
  await advanceFakeTime(1_999);
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeDefined();
  await advanceFakeTime(1);
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
});

test('a reference that the browser does not copy is selected, and that is said', async () => {
  const toasts = recordToastRequests();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await open({});
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await vi.waitFor(() =>
    expect(toasts.at(-1)?.message).toBe('We could not copy it. It is selected: please copy it by hand.'),
  );
  expect(getSelection()?.toString()).toBe('gb-1');
});

test('one that was cut off before an answer came can be resumed from its first showing', async () => {
  const script: ScriptedApiRoutes = { [STATUS]: () => ({ json: pending }) };
  const cutOff = { state: 'initialising', reference: null, authorizationUrl: null } as const;
  const { attempt } = await open(script, cutOff);
  script[`POST /api/payment/attempts/${attempt.key}/check`] = () => ({ json: pending });
  for (const name of ['Check payment', 'Continue payment', 'Pay another way']) {
    expect(screen.getByRole('button', { name })).toBeDefined();
  }
  await tap('Continue payment');
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledExactlyOnceWith(CARD_PAGE));
});

test('a payment from the wallet alone has no card page to go on at', async () => {
  await open({}, { method: 'wallet_only' });
  expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Check payment' })).toBeDefined();
});
