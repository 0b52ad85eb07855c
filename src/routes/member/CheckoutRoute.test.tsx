import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSampleCart, createSampleCartItem } from '../../../tests/support/cart-samples.ts';
import { fillFieldAtOnce } from '../../../tests/support/fill.ts';
import { outbox, storage, testPayments } from '../../../tests/support/own-app.tsx';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import { cartCommandRules } from '../../features/cart/data/cart-command-rules.ts';
import { getCartLineKey } from '../../features/cart/data/cart-view.ts';
import PaymentPollingService from '../../features/checkout/payment/PaymentService.tsx';
import { cartQueryKeys } from '../../lib/query/cart-keys.ts';
import CheckoutRoute from './CheckoutRoute.tsx';

const rice = createSampleCartItem('Local Rice', 2, 10_000);
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
  await testPayments.erase(sampleUser.id);
  await testPayments.load(null);
  for (const prefix of ['pay|', 'draft|']) await storage.removeAll(prefix);
  signInWithoutApp();
  startOutboxWithoutApp();
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openCheckout(script: ScriptedApiRoutes, walletBalance = 0) {
  const sent = installScriptedApi({
    'GET /api/cart': () => ({ json: createSampleCart([rice], walletBalance) }),
    'GET /api/centres': () => ({ json: { success: true, data: [centre] } }),
    ...script,
  });
  const view = renderScreenWithoutApp(<CheckoutRoute />, {
    at: '/checkout',
    beside: <PaymentPollingService />,
  });
  return { ...view, sent };
}
async function fillIn(user = userEvent.setup()): Promise<void> {
  await fillFieldAtOnce(await screen.findByLabelText('City'), 'Surulere', user);
  await fillFieldAtOnce(screen.getByLabelText('Street'), '12 Adeniran Street', user);
}
const pay = () => screen.findByRole('button', { name: 'Pay ₦20,000' });

test('the centre is named, and what is missing is told beside its field', async () => {
  const { sent } = openCheckout({});
  const cards = await screen.findByRole('list', { name: 'Cards you can pay with' });
  expect(cards.textContent).toBe('VisaMastercardVerve');
  const centreName = await screen.findByText('Yaba Centre');
  expect(centreName.parentElement?.textContent).toBe(
    'You will collect your order at Yaba Centre, Herbert Macaulay Way, Yaba (Monday-Saturday 9am-6pm WAT).',
  );
  expect(
    screen.getByText('Orders are collected at designated pickup centres. There is no home delivery.'),
  ).toBeDefined();
  await userEvent.click(await pay());
  expect(screen.getByText('City is required')).toBeDefined();
  expect(screen.getByText('Street is required')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
});

test('a line that has no unit says how many are bought, not a bare number', async () => {
  openCheckout({});
  expect(await screen.findByText('× 2')).toBeDefined();
  expect(screen.queryByText('2')).toBeNull();
});

test('the shopper chooses among the centres of the state, and the order goes to the one that is shown', async () => {
  const lekki = {
    ...centre,
    _id: 'l',
    code: 'LAG-LEK',
    name: 'Lekki Centre',
    city: 'Lekki',
    isDefault: false,
  };
  const elsewhere = { ...centre, _id: 'k', code: 'IKJ', name: 'Ikeja Centre', state: 'Ikeja', city: 'Ikeja' };
  const { sent } = openCheckout({
    'GET /api/centres': () => ({ json: { success: true, data: [centre, lekki, elsewhere] } }),
    'POST /api/payment/initialize': () => ({ json: paid }),
  });
  const choice = await screen.findByLabelText<HTMLSelectElement>('Collect your order at');
  expect([...choice.options].map(({ text }) => text)).toEqual(['Yaba Centre, Yaba', 'Lekki Centre, Lekki']);
  expect(choice.value).toBe('LAG-YAB');
  await userEvent.selectOptions(choice, 'LAG-LEK');
  await screen.findByText('Lekki Centre');
  expect(screen.getByRole('link', { name: 'Open the map' }).getAttribute('href')).toContain('Lekki%20Centre');
  await fillIn();
  await userEvent.click(await pay());
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith(CARD_PAGE));
  const request = sent.find(({ path }) => path === '/api/payment/initialize');
  expect(request?.body).toMatchObject({ pickupCentre: 'LAG-LEK' });
});

test('city and street take no more than the server does', async () => {
  openCheckout({});
  expect((await screen.findByLabelText<HTMLInputElement>('City')).maxLength).toBe(200);
  expect(screen.getByLabelText<HTMLInputElement>('Street').maxLength).toBe(200);
});

test('paying by card sends the seen total, keeps the reference and leaves to the card page', async () => {
  const { sent } = openCheckout({ 'POST /api/payment/initialize': () => ({ json: paid }) });
  await fillIn();
  await userEvent.click(await pay());
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith(CARD_PAGE));
  expect(await screen.findByRole('button', { name: 'Redirecting...' })).toBeDefined();
  const request = sent.find(({ path }) => path === '/api/payment/initialize');
  expect(request?.body).toMatchObject({
    walletUse: 0,
    deliveryAddress: { state: 'Lagos', city: 'Surulere', street: '12 Adeniran Street' },
    phone: sampleUser.phone,
    cartId: 'cart-1',
    paymentMethod: 'flutterwave_only',
    expectedTotal: 20_000,
    callback_url: `${location.origin}/cart`,
  });
  expect(testPayments.current()).toMatchObject([
    { key: request?.key, state: 'redirected', reference: 'gb-1', authorizationUrl: CARD_PAGE },
  ]);
  expect(JSON.parse(localStorage.getItem('paymentInfo') ?? '')).toMatchObject({
    userId: sampleUser.id,
    reference: 'gb-1',
    flutterwaveAmount: 20_000,
    totalAmount: 20_000,
  });
});

test('a price change is told, the cart is fetched anew and the form stays', async () => {
  const { sent } = openCheckout({
    'POST /api/payment/initialize': () =>
      createScriptedRefusal(400, 'Prices have changed. Your total is now ₦21,000.', 'prices_changed'),
  });
  await fillIn();
  const before = sent.filter(({ path }) => path === '/api/cart').length;
  await userEvent.click(await pay());
  const message = 'Payment error: Prices have changed. Your total is now ₦21,000.';
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  await vi.waitFor(() =>
    expect(sent.filter(({ path }) => path === '/api/cart').length).toBeGreaterThan(before),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Street').value).toBe('12 Adeniran Street');
  expect(await pay()).toBeDefined();
});

test('a wallet that was spent elsewhere is told, and the balance and the choice follow it', async () => {
  const message = 'Insufficient wallet balance. You have ₦3,000 but trying to use ₦20,000';
  let balance = 30_000;
  openCheckout({
    'GET /api/cart': () => ({ json: createSampleCart([rice], balance) }),
    'POST /api/payment/initialize': () => {
      balance = 3_000;
      return createScriptedRefusal(400, message, 'wallet_insufficient');
    },
  });
  await fillIn();
  await userEvent.click(await screen.findByRole('radio', { name: /Wallet only/ }));
  await userEvent.click(await pay());
  expect(await screen.findByText(`Payment error: ${message}`)).toBeDefined();
  expect(await screen.findByText('Balance: ₦3,000. Use multiples of ₦100.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Amount from wallet').value).toBe('3000');
  expect(await pay()).toHaveProperty('disabled', false);
});

test('a lost line is tried three times more under one key; then nobody knows, and Check asks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const toasts = recordToastRequests();
  const { sent } = openCheckout({ 'POST /api/payment/initialize': () => 'lost' });
  await fillIn(user);
  await user.click(await pay());
  expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDefined();
  await vi.advanceTimersByTimeAsync(6_500);
  const network = 'Network error: Please check your internet connection and try again.';
  await vi.waitFor(() => expect(screen.getByText(network)).toBeDefined());
  const tries = sent.filter(({ path }) => path === '/api/payment/initialize');
  expect(tries).toHaveLength(4);
  expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
  // The stored attempt agrees with what the screen told.
  await vi.waitFor(() =>
    expect(testPayments.current()).toMatchObject([{ state: 'unknown', reference: null }]),
  );
  expect(await screen.findByRole('button', { name: 'Unfinished payment' })).toBeDefined();

  const check = `/api/payment/attempts/${tries[0]?.key}/check`;
  installScriptedApi({ [`POST ${check}`]: () => ({ json: { success: true, status: 'none' } }) });
  await user.click(await screen.findByRole('button', { name: 'Check payment' }));
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
  expect(screen.getByText('By card').nextSibling?.textContent).toBe('₦0');
  await userEvent.click(await pay());
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment successful!' }));
  for (const text of ['p-1', '₦1,500', 'Forming', '61 items sold · minimum 100 items']) {
    expect(dialog.getByText(text)).toBeDefined();
  }
  expect(dialog.getByRole('progressbar', { name: 'Progress of Local Rice' })).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'View My Account' }));
  await vi.waitFor(() => expect(place.pathname).toBe('/account'));
  await vi.waitFor(() => expect(testPayments.current()).toMatchObject([{ acknowledged: true }]));
});

test('after a result an empty cart goes on to the account, also before its navigation is drawn', async () => {
  const { place, queryClient } = openCheckout(
    {
      'POST /api/payment/initialize': () => ({
        json: { ...paid, authorization_url: null, walletUsed: 20_000, flutterwaveAmount: 0 },
      }),
    },
    21_500,
  );
  await fillIn();
  await userEvent.click(await screen.findByRole('radio', { name: /Wallet only/ }));
  await userEvent.click(await pay());
  await screen.findByRole('dialog', { name: 'Payment successful!' });
  const [attempt] = testPayments.current();
  await act(async () => {
    queryClient.setQueryData(cartQueryKeys.cart(sampleUser.id), createSampleCart([]));
    if (attempt) await testPayments.update(attempt, { acknowledged: true });
  });
  await vi.waitFor(() => expect(place.pathname).toBe('/account'));
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
  const { place } = openCheckout({ 'GET /api/cart': () => ({ status: 404, json: createSampleCart([]) }) });
  await vi.waitFor(() => expect(place.pathname).toBe('/cart'));
});

test('who wished to pay from the wallet waits until its balance is known', async () => {
  sessionStorage.setItem('walletUse', '1');
  installScriptedApi({ 'GET /api/cart': () => new Promise<never>(() => undefined) });
  const queryClient = createQueryClient();
  queryClient.setQueryData(cartQueryKeys.cart(sampleUser.id), createSampleCart([rice], 9_000), {
    updatedAt: 1,
  });
  renderScreenWithoutApp(<CheckoutRoute />, { at: '/checkout', queryClient });
  expect(await screen.findByRole('button', { name: 'Checking your balance...' })).toBeDefined();
  expect(screen.getByText('From wallet').nextSibling?.textContent).toBe('₦0');
});

test('nobody pays before the cart is saved, and the button says why', async () => {
  await storage.removeAll('ob|');
  openCheckout({});
  await pay();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onlineManager.setOnline(false);
  await outbox.submit(cartCommandRules, {
    type: 'cart.set',
    line: getCartLineKey(rice),
    body: { ...getCartLineKey(rice), quantity: 3 },
  });
  expect(await screen.findByRole('button', { name: 'Saving your cart...' })).toBeDefined();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByRole('button', { name: 'Not saved yet' })).toBeDefined();
  await storage.removeAll('ob|');
  onlineManager.setOnline(true);
});
