import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../tests/support/begun-payment.ts';
import { createSampleCart, createSampleCartItem } from '../../../tests/support/cart-samples.ts';
import { createErrorBody } from '../../../tests/support/error-body.ts';
import { storage, testPayments } from '../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import type { PaymentAttemptResult } from '../../features/checkout/attempts/attempt.ts';
import { cartQueryKeys } from '../../lib/query/cart-keys.ts';
import { storeChosenWalletAmount } from '../../lib/storage/purchase-storage.ts';
import CheckoutRoute from './CheckoutRoute.tsx';

const full = createSampleCart([createSampleCartItem('Local Rice', 2, 10_000)]);

beforeEach(async () => {
  sessionStorage.clear();
  for (const prefix of ['pay|', 'draft|']) await storage.removeAll(prefix);
  await testPayments.load(null);
  signInWithoutApp();
  startOutboxWithoutApp();
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(cart: () => { status?: number; json: unknown } | 'lost', more = {}) {
  installScriptedApi({
    'GET /api/cart': cart,
    'GET /api/centres': () => ({ json: { success: true, data: [] } }),
    ...more,
  });
  return renderScreenWithoutApp(<CheckoutRoute />, { at: '/checkout' });
}
/** Keeps a writing transaction open, so that nothing else is read before `letGo`. */
async function holdDatabase(): Promise<() => void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('app-offline');
    request.onsuccess = () => resolve(request.result);
  });
  const objects = database.transaction('kv', 'readwrite').objectStore('kv');
  let isHeld = true;
  const hold = () => {
    if (isHeld) objects.count().onsuccess = hold;
  };
  hold();
  return () => {
    isHeld = false;
    database.close();
  };
}
const pay = () => screen.findByRole('button', { name: 'Pay ₦20,000' });
const skeleton = () => screen.queryByRole('status', { name: 'Loading your cart' });

test('with a cart there is neither a skeleton nor a failure', async () => {
  open(() => ({ json: full }));
  expect(skeleton()).not.toBeNull();
  await pay();
  expect(skeleton()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a cart that could not be loaded is told, and can be tried again', async () => {
  let isLost = true;
  open(() => (isLost ? 'lost' : { json: full }));
  const again = await screen.findByRole('button', { name: 'Try Again' });
  expect(screen.getByRole('alert').textContent).toContain('We could not load your cart');
  expect(skeleton()).toBeNull();
  isLost = false;
  await userEvent.click(again);
  expect(await pay()).toBeDefined();
});

test('withdrawn goods are not offered for ₦0: why is said, and they can be removed', async () => {
  const [line] = full.items;
  open(() => ({ json: { ...full, items: [{ ...line, available: false }], totalPrice: 0 } }));
  expect(await screen.findByText(/We no longer sell what is in your cart/)).toBeDefined();
  expect(document.body.textContent).not.toMatch(/Pay ₦|How do you want to pay/);
  expect(screen.getByRole('button', { name: 'Remove Local Rice' })).toBeDefined();
});

test('a cart with one withdrawn product among others still shows how to pay', async () => {
  const gone = { ...createSampleCartItem('Palm Oil', 1, 9_500), available: false };
  open(() => ({ json: { ...full, items: [...full.items, gone] } }));
  expect(await pay()).toBeDefined();
  expect(screen.getByText('No longer available')).toBeDefined();
  expect(document.body.textContent).not.toContain('9,500');
});

test.each([
  ['that nobody has seen yet', false, '/checkout'],
  ['that was seen', true, '/cart'],
])('the empty cart after a payment %s (%j) leaves the shopper on %s', async (_, acknowledged, path) => {
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id, method: 'wallet_only' });
  const result = { status: 'confirmed', groupBuys: [] } as unknown as PaymentAttemptResult;
  await testPayments.update(begun, { state: 'confirmed', reference: 'gb-1', result, acknowledged });
  const asked = vi.fn();
  const { place, queryClient } = open(() => {
    asked();
    return { status: 404, json: createSampleCart([]) };
  });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await vi.waitFor(() => expect(skeleton()).toBeNull());
  await vi.waitFor(() => expect(place.pathname).toBe(path));
});

test('the cart that a payment empties before its answer comes leaves the shopper on the form', async () => {
  let answer: () => void = () => undefined;
  let isBought = false;
  const reply = { success: false, message: 'Not enough' };
  const { place, queryClient } = open(
    () => (isBought ? { status: 404, json: createSampleCart([]) } : { json: full }),
    {
      'POST /api/payment/initialize': () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 400, json: reply });
        }),
    },
  );
  fireEvent.change(await screen.findByLabelText('City'), { target: { value: 'Surulere' } });
  fireEvent.change(screen.getByLabelText('Street'), { target: { value: '12 Adeniran Street' } });
  await userEvent.click(await pay());
  await vi.waitFor(() => expect(testPayments.current().map(({ state }) => state)).toEqual(['initialising']));
  isBought = true;
  await act(async () => {
    await queryClient.refetchQueries({ queryKey: cartQueryKeys.cart(sampleUser.id) });
    // The query library renders its news in a task of its own, which comes before this one.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(place.pathname).toBe('/checkout');
  expect(screen.getByText('Local Rice')).toBeDefined();
  answer();
  await vi.waitFor(() => expect(place.pathname).toBe('/cart'));
});

test('what was typed before stands in the form again', async () => {
  const delivery = {
    state: 'Lagos',
    city: 'Surulere',
    street: '12 Adeniran Street',
    phone: sampleUser.phone,
  };
  await storage.write(`draft|${sampleUser.id}`, { delivery, savedAtMs: Date.now() });
  open(() => ({ json: full }));
  expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Surulere');
  expect(screen.getByLabelText<HTMLInputElement>('Street').value).toBe('12 Adeniran Street');
});

test('what was typed before fills the untouched form also when the database gives it late', async () => {
  const delivery = {
    state: 'Lagos',
    city: 'Surulere',
    street: '12 Adeniran Street',
    phone: sampleUser.phone,
  };
  await storage.write(`draft|${sampleUser.id}`, { delivery, savedAtMs: Date.now() });
  const letGo = await holdDatabase();
  // Fake time passes with each look at the screen, because this machine may be slower than the database's 3 s.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open(() => ({ json: full }));
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe(''));
  letGo();
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Surulere'));
});

test('Back from the card page, out of the browser’s cache, makes the button a button again', async () => {
  const reply = { success: true, reference: 'gb-1', authorization_url: 'https://cards.example/pay/1' };
  open(() => ({ json: full }), { 'POST /api/payment/initialize': () => ({ json: reply }) });
  fireEvent.change(await screen.findByLabelText('City'), { target: { value: 'Surulere' } });
  fireEvent.change(screen.getByLabelText('Street'), { target: { value: '12 Adeniran Street' } });
  await userEvent.click(await pay());
  expect(await screen.findByRole('button', { name: 'Redirecting...' })).toBeDefined();
  const show = (persisted: boolean) =>
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
  show(false);
  expect(screen.getByRole('button', { name: 'Redirecting...' })).toBeDefined();
  show(true);
  expect(await screen.findByRole('button', { name: 'Unfinished payment' })).toBeDefined();
});

test('a card page that did not open leaves the unfinished payment, not Redirecting for ever', async () => {
  const reply = { success: true, reference: 'gb-1', authorization_url: 'https://cards.example/pay/1' };
  open(() => ({ json: full }), { 'POST /api/payment/initialize': () => ({ json: reply }) });
  fireEvent.change(await screen.findByLabelText('City'), { target: { value: 'Surulere' } });
  fireEvent.change(screen.getByLabelText('Street'), { target: { value: '12 Adeniran Street' } });
  const button = await pay();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(button);
  await vi.waitFor(() => screen.getByRole('button', { name: 'Redirecting...' }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByRole('button', { name: 'Unfinished payment' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Continue payment' })).toBeDefined();
});

test('a balance that cannot be asked for says so, and can be asked for again', async () => {
  storeChosenWalletAmount(5_000);
  let isBroken = true;
  const cart = { ...full, walletBalance: 9_000 };
  installScriptedApi({
    'GET /api/cart': () =>
      isBroken ? { status: 400, json: createErrorBody('bad_request' as never) } : { json: cart },
    'GET /api/centres': () => ({ json: { success: true, data: [] } }),
  });
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  queryClient.setQueryData(cartQueryKeys.cart(sampleUser.id), cart, { updatedAt: Date.now() - 60_000 });
  renderScreenWithoutApp(<CheckoutRoute />, { at: '/checkout', queryClient });
  expect(await screen.findByText('Your balance could not be checked.')).toBeDefined();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Balance: ₦9,000. Use multiples of ₦100.')).toBeDefined();
  expect(screen.queryByText('Your balance could not be checked.')).toBeNull();
});

test('an unfinished payment that was left on the cart is not asked about again', async () => {
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  await testPayments.update(begun, { state: 'unknown', reference: 'gb-1' });
  installScriptedApi({
    'GET /api/cart': () => ({ json: full }),
    'GET /api/centres': () => ({ json: { success: true, data: [] } }),
  });
  renderScreenWithoutApp(<CheckoutRoute />, { at: '/checkout', state: { insteadOf: begun.key } });
  expect(await pay()).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Unfinished payment' })).toBeNull();
});

test('a button that cannot pay yet says why, and that nothing is under way', async () => {
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  await testPayments.update(begun, { state: 'unknown', reference: 'gb-1' });
  installScriptedApi({
    'GET /api/cart': () => ({ json: full }),
    'GET /api/centres': () => ({ json: { success: true, data: [] } }),
  });
  renderScreenWithoutApp(<CheckoutRoute />, { at: '/checkout' });
  const blocked = await screen.findByRole('button', { name: 'Unfinished payment' });
  const reason = document.getElementById(blocked.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toContain('We are still confirming it.');
  expect(blocked.getAttribute('aria-disabled')).toBe('true');
  expect(blocked.getAttribute('aria-busy')).toBeNull();
});
