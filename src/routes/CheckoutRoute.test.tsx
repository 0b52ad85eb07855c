import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleCart, sampleLine } from '../../tests/support/cart-samples.ts';
import {
  type ApiScript,
  ada,
  catchToasts,
  refusal,
  scriptApi,
  signInOnStage,
  stage,
} from '../../tests/support/screen-stage.tsx';
import { PaymentKeeper } from '../features/checkout/PaymentKeeper.tsx';
import { deleteRecords } from '../offline/idb.ts';
import { currentAttempts, eraseAttempts, loadAttempts } from '../offline/payment-attempts.ts';
import { CheckoutRoute } from './CheckoutRoute.tsx';

const rice = sampleLine('Local Rice', 2, 10_000);
const centre = {
  _id: 'c',
  code: 'LAG-YAB',
  name: 'Yaba Centre',
  state: 'Lagos',
  city: 'Yaba',
  address: 'Herbert Macaulay Way',
  hours: 'Monday-Saturday 9am-6pm WAT',
  isDefault: true,
};
const CARD_PAGE = 'https://cards.example/pay/1';
const paid = {
  success: true,
  message: '',
  reference: 'gb-1',
  paymentId: 'p-1',
  walletUse: 0,
  walletUsed: 0,
  flutterwaveAmount: 20_000,
  totalAmount: 20_000,
  currentWalletBalance: 0,
  newWalletBalance: 0,
  authorization_url: CARD_PAGE,
  groupBuysJoined: 1,
  groupBuys: [],
};

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  await eraseAttempts(ada.id);
  await loadAttempts(null);
  for (const prefix of ['pay|', 'draft|']) await deleteRecords(prefix);
  signInOnStage();
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openCheckout(script: ApiScript, walletBalance = 0) {
  const sent = scriptApi({
    'GET /api/cart': () => ({ json: sampleCart([rice], walletBalance) }),
    'GET /api/centres': () => ({ json: { success: true, data: [centre] } }),
    ...script,
  });
  const view = stage(<CheckoutRoute />, { at: '/checkout', beside: <PaymentKeeper /> });
  return { ...view, sent };
}
async function fillIn(user = userEvent.setup()): Promise<void> {
  await user.type(await screen.findByLabelText('City'), 'Surulere');
  await user.type(screen.getByLabelText('Street'), '12 Adeniran Street');
}
const pay = () => screen.findByRole('button', { name: 'Pay ₦20,000' });

test('the centre is named, and what is missing is told beside its field', async () => {
  const { sent } = openCheckout({});
  expect(await screen.findByText('Yaba Centre')).toBeDefined();
  await userEvent.click(await pay());
  expect(screen.getByText('City is required')).toBeDefined();
  expect(screen.getByText('Street is required')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
});

test('paying by card sends the seen total, keeps the reference and leaves to the card page', async () => {
  const { sent } = openCheckout({ 'POST /api/payment/initialize': () => ({ json: paid }) });
  await fillIn();
  await userEvent.click(await pay());
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith(CARD_PAGE));
  const request = sent.find(({ path }) => path === '/api/payment/initialize');
  expect(request?.body).toMatchObject({
    walletUse: 0,
    deliveryAddress: { state: 'Lagos', city: 'Surulere', street: '12 Adeniran Street' },
    phone: ada.phone,
    cartId: 'cart-1',
    paymentMethod: 'flutterwave_only',
    expectedTotal: 20_000,
    callback_url: `${location.origin}/cart`,
  });
  expect(currentAttempts()).toMatchObject([
    { key: request?.key, state: 'redirected', reference: 'gb-1', authorizationUrl: CARD_PAGE },
  ]);
  expect(JSON.parse(localStorage.getItem('paymentInfo') ?? '')).toMatchObject({
    userId: ada.id,
    reference: 'gb-1',
    flutterwaveAmount: 20_000,
    totalAmount: 20_000,
  });
});

test('a price change is told, the cart is fetched anew and the form stays', async () => {
  const { sent } = openCheckout({
    'POST /api/payment/initialize': () =>
      refusal(400, 'Prices have changed. Your total is now ₦21,000.', 'prices_changed'),
  });
  await fillIn();
  const before = sent.filter(({ path }) => path === '/api/cart').length;
  await userEvent.click(await pay());
  const message = 'Payment error: Prices have changed. Your total is now ₦21,000.';
  expect(await screen.findByText(message)).toBeDefined();
  await vi.waitFor(() =>
    expect(sent.filter(({ path }) => path === '/api/cart').length).toBeGreaterThan(before),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Street').value).toBe('12 Adeniran Street');
  expect(await pay()).toBeDefined();
});

test('a lost line is tried three times more under one key; then nobody knows, and Check asks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const toasts = catchToasts();
  const { sent } = openCheckout({ 'POST /api/payment/initialize': () => 'lost' });
  await fillIn(user);
  await user.click(await pay());
  await vi.advanceTimersByTimeAsync(6_500);
  const network = 'Network error: Please check your internet connection and try again.';
  await vi.waitFor(() => expect(screen.getByText(network)).toBeDefined(), { timeout: 4_000 });
  const tries = sent.filter(({ path }) => path === '/api/payment/initialize');
  expect(tries).toHaveLength(4);
  expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
  expect(currentAttempts()).toMatchObject([{ state: 'unknown', reference: null }]);

  const check = `/api/payment/attempts/${tries[0]?.key}/check`;
  scriptApi({ [`POST ${check}`]: () => ({ json: { success: true, status: 'none' } }) });
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  await vi.waitFor(() =>
    expect(toasts.map(({ message }) => message)).toContain('No payment was started. Nothing was charged.'),
  );
  expect(await pay()).toBeDefined();
});

test('a payment from the wallet alone shows its result; closing it leads to the account', async () => {
  const { place } = openCheckout(
    {
      'POST /api/payment/initialize': () => ({
        json: {
          ...paid,
          authorization_url: null,
          walletUsed: 20_000,
          flutterwaveAmount: 0,
          newWalletBalance: 1_500,
          groupBuys: [
            {
              groupId: 'g',
              productName: 'Local Rice',
              status: 'active',
              unitsSold: 61,
              minimumViableUnits: 100,
            },
          ],
        },
      }),
    },
    21_500,
  );
  await fillIn();
  await userEvent.click(await screen.findByRole('radio', { name: /Wallet only/ }));
  await userEvent.click(await pay());
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment successful!' }));
  for (const text of ['p-1', '₦1,500', 'Forming', '61 units sold · minimum 100 units']) {
    expect(dialog.getByText(text)).toBeDefined();
  }
  await userEvent.click(dialog.getByRole('button', { name: 'View My Account' }));
  await vi.waitFor(() => expect(place.pathname).toBe('/account'), { timeout: 2_000 });
  await vi.waitFor(() => expect(currentAttempts()).toMatchObject([{ acknowledged: true }]));
});

test('an answer without the address of a card page is a failure', async () => {
  openCheckout({
    'POST /api/payment/initialize': () => ({ json: { ...paid, authorization_url: null } }),
    'GET /api/payment/status/gb-1': () => ({ json: { ...paid, status: 'pending', outcome: null } }),
  });
  await fillIn();
  await userEvent.click(await pay());
  expect(await screen.findByText('Payment initialization failed. Please try again.')).toBeDefined();
  expect(location.assign).not.toHaveBeenCalled();
});

test('an empty cart goes back to /cart', async () => {
  const { place } = openCheckout({ 'GET /api/cart': () => ({ status: 404, json: sampleCart([]) }) });
  await vi.waitFor(() => expect(place.pathname).toBe('/cart'));
});
