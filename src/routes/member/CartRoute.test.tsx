import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatNaira } from '#contract/rules/money/money.ts';
import { beginSamplePayment } from '../../../tests/support/begun-payment.ts';
import { createSampleCart, createSampleCartItem } from '../../../tests/support/cart-samples.ts';
import { outbox, storage, testPayments } from '../../../tests/support/own-app.tsx';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { cartCommandRules } from '../../features/cart/data/cart-command-rules.ts';
import { registerCartCommands } from '../../features/cart/data/cart-commands.ts';
import { getCartLineKey } from '../../features/cart/data/cart-view.ts';
import { syncStoredCartWithQueryCache, writeStoredCart } from '../../features/cart/data/stored-cart.ts';
import PaymentPollingService from '../../features/checkout/payment/PaymentService.tsx';
import { cartQueryKeys } from '../../lib/query/cart-keys.ts';
import { storePreservedCartBannerStart } from '../../lib/storage/purchase-storage.ts';
import { ScreenReaderAnnouncer } from '../../ui/message/Announcer.tsx';
import CartRoute from './CartRoute.tsx';

const rice = createSampleCartItem('Local Rice', 1, 25_750);
const oil = createSampleCartItem('Palm Oil', 2, 9_500);

beforeEach(async () => {
  onlineManager.setOnline(true);
  sessionStorage.clear();
  localStorage.removeItem('paymentInfo');
  await testPayments.erase(sampleUser.id);
  for (const prefix of ['pay|', 'ob|']) await storage.removeAll(prefix);
  signInWithoutApp();
  startOutboxWithoutApp();
});

function openCart() {
  const view = renderScreenWithoutApp(<CartRoute />, { at: '/cart' });
  registerCartCommands(outbox, view.queryClient, () => undefined);
  return view;
}
const summary = () => within(screen.getByRole('complementary', { name: 'Order summary' }));

test("a 404 whose body is a cart is the shopper's empty cart", async () => {
  installScriptedApi({ 'GET /api/cart': () => ({ status: 404, json: createSampleCart([]) }) });
  openCart();
  expect(await screen.findByText('Your cart is empty')).toBeDefined();
  expect(screen.getByRole('link', { name: 'See group deals' }).getAttribute('href')).toBe('/');
  expect(screen.getByText('Join a group deal to fill it.')).toBeDefined();
});

test('the summary counts lines, and each line leads to its product', async () => {
  installScriptedApi({ 'GET /api/cart': () => ({ json: createSampleCart([rice, oil]) }) });
  openCart();
  expect(await screen.findByText('Items (2)')).toBeDefined();
  expect(summary().getAllByText('₦44,750').length).toBeGreaterThan(0);
  expect(
    summary()
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Items (2)', 'Total']);
  expect(screen.getByRole('link', { name: 'Palm Oil' }).getAttribute('href')).toBe('/product/palm-oil');
});

test('the summary says what is saved, and the button what becomes of the money of a group that stays short', async () => {
  const short = { ...oil.product, windowHours: 24 };
  let items = [{ ...rice, basePrice: rice.itemPrice + 3_000 }, oil];
  installScriptedApi({ 'GET /api/cart': () => ({ json: createSampleCart(items, 500) }) });
  const { queryClient } = openCart();
  const refetchCart = () => queryClient.invalidateQueries({ queryKey: cartQueryKeys.cart(sampleUser.id) });
  expect((await screen.findByText('You save')).nextSibling?.textContent).toBe(
    formatNaira(3_000 * rice.quantity),
  );
  expect(
    summary()
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toContain('From wallet');
  expect(screen.getByText('Full refund if the group does not fill in 48 hours.')).toBeDefined();
  items = [rice, { ...oil, product: short }];
  await refetchCart();
  expect(await screen.findByText('Full refund if the group does not fill in time.')).toBeDefined();
  items = [
    { ...rice, variant: 'solo' },
    { ...oil, product: short },
  ];
  await refetchCart();
  expect(await screen.findByText('Full refund if the group does not fill in 24 hours.')).toBeDefined();
  items = [{ ...rice, variant: 'solo' }];
  await refetchCart();
  await vi.waitFor(() => expect(screen.queryByText(/^Full refund/)).toBeNull());
});

test('a cart of withdrawn goods offers no way to pay, says why, and can be emptied', async () => {
  let items = [{ ...rice, available: false }];
  const cart = () => ({ ...createSampleCart(items), totalPrice: 0 });
  installScriptedApi({
    'GET /api/cart': () => ({ json: cart() }),
    'DELETE /api/cart/remove/product-Local Rice': () => {
      items = [];
      return { json: cart() };
    },
  });
  openCart();
  expect(await screen.findByText(/We no longer sell what is in your cart/)).toBeDefined();
  expect(document.body.textContent).not.toMatch(/Pay ₦|How do you want to pay/);
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
  expect(screen.getByRole('link', { name: 'See group deals' }).getAttribute('href')).toBe('/');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Local Rice' }));
  expect(await screen.findByText('Your cart is empty')).toBeDefined();
});

test('a line without word of its offer and its pictures is on offer', async () => {
  const { available: _, product, ...line } = rice;
  const { pictures: __, ...bare } = product;
  const cart = { ...createSampleCart([rice]), items: [{ ...line, product: bare }] };
  installScriptedApi({ 'GET /api/cart': () => ({ json: cart }) });
  openCart();
  expect(await screen.findByRole('button', { name: 'Increase quantity' })).toBeDefined();
  expect(screen.queryByText('No longer available')).toBeNull();
});

test('a new quantity shows at once and is sent with a key', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent = installScriptedApi({
    'GET /api/cart': () => ({ json: createSampleCart([rice]) }),
    'PATCH /api/cart/update-quantity': async () => {
      await held;
      return { json: createSampleCart([{ ...rice, quantity: 2 }]) };
    },
  });
  openCart();
  await userEvent.click(await screen.findByRole('button', { name: 'Increase quantity' }));
  expect(await screen.findAllByText('₦51,500')).not.toHaveLength(0);
  const shut = screen.getByRole('button', { name: 'Saving your cart...' });
  expect(shut.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(shut);
  expect(screen.getByRole('heading', { level: 1, name: 'Cart' })).toBeDefined();
  answer();
  expect(await screen.findByRole('link', { name: 'Checkout' })).toBeDefined();
  const patch = sent.find(({ method }) => method === 'PATCH');
  expect(patch?.body).toEqual({
    productId: 'product-Local Rice',
    variant: null,
    sellingUnitName: null,
    quantity: 2,
  });
  expect(patch?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test('a cart that was never seen shows what waits for it, and no balance', async () => {
  const seen = { ...createSampleCart([rice]), walletBalance: 14_000 };
  installScriptedApi({
    'POST /api/cart/add': () => ({ json: { success: true, data: seen } }),
    'GET /api/cart': () => ({ json: seen }),
  });
  onlineManager.setOnline(false);
  const waiting = {
    line: getCartLineKey(rice),
    preview: rice,
    baseQuantity: 0,
    body: { productId: rice.product._id },
  };
  await outbox.submit(cartCommandRules, { type: 'cart.add', ...waiting });
  openCart();
  expect(await screen.findByText('Items (1)')).toBeDefined();
  expect(screen.getAllByText('Checking your balance...').length).toBeGreaterThan(0);
  expect(screen.queryByText(/₦0 is less|Balance ₦0/)).toBeNull();
  onlineManager.setOnline(true);
  expect(await screen.findByText('Balance: ₦14,000. Use multiples of ₦100.')).toBeDefined();
  await vi.waitFor(() => expect(outbox.view.waiting()).toEqual([]));
});

test('what was added to a cart that was never seen can be removed again without a line', async () => {
  onlineManager.setOnline(false);
  await outbox.submit(cartCommandRules, {
    type: 'cart.add',
    line: getCartLineKey(rice),
    preview: rice,
    baseQuantity: null,
    body: { productId: rice.product._id },
  });
  const { unmount } = openCart();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Local Rice' }));
  expect(await screen.findByText('Your cart is empty')).toBeDefined();
  await vi.waitFor(() => expect(outbox.view.waiting().map(({ type }) => type)).toEqual(['cart.remove']));
  expect(screen.getByText('Your cart is empty')).toBeDefined();
  unmount();
  // A page that did not show the addition has no cart to show.
  openCart();
  expect(await screen.findByText("You're offline")).toBeDefined();
  expect(screen.queryByText('Your cart is empty')).toBeNull();
  await outbox.clear(sampleUser.id);
});

test('a saved cart says so, and its balance enables nothing until the server has answered', async () => {
  writeStoredCart(sampleUser.id, { ...createSampleCart([rice]), walletBalance: 90_000 }, Date.now() - 60_000);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent = installScriptedApi({
    'GET /api/cart': async () => {
      await held;
      return { json: { ...createSampleCart([rice]), walletBalance: 14_000 } };
    },
  });
  function SavedCart() {
    const queryClient = useQueryClient();
    useState(() => syncStoredCartWithQueryCache(queryClient, sampleUser.id));
    return null;
  }
  renderScreenWithoutApp(<CartRoute />, { at: '/cart', beside: <SavedCart /> });
  expect(await screen.findByText(/saved cart.*Updated 1m ago/)).toBeDefined();
  expect(screen.getByText('Items (1)')).toBeDefined();
  expect(screen.getAllByText('Checking your balance...').length).toBeGreaterThan(0);
  expect(screen.queryByText(/90,000/)).toBeNull();
  answer();
  expect(await screen.findByText('Balance: ₦14,000. Use multiples of ₦100.')).toBeDefined();
  expect(screen.queryByText(/saved cart/)).toBeNull();
  expect(sent).toHaveLength(1);
});

test('a change of a line that was never seen does not make the cart empty', async () => {
  const answered = { ...createSampleCart([{ ...rice, quantity: 4 }]) };
  installScriptedApi({
    'PATCH /api/cart/update-quantity': () => ({ json: answered }),
    'GET /api/cart': () => ({ json: answered }),
  });
  onlineManager.setOnline(false);
  await outbox.submit(cartCommandRules, {
    type: 'cart.set',
    line: getCartLineKey(rice),
    body: { ...getCartLineKey(rice), quantity: 4 },
  });
  openCart();
  expect(await screen.findByText("You're offline")).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain(
    'This page was not saved on your phone yet. It opens when you are back online.',
  );
  expect(screen.queryByText('Your cart is empty')).toBeNull();
  onlineManager.setOnline(true);
  expect(await screen.findByText('Items (1)')).toBeDefined();
  await vi.waitFor(() => expect(outbox.view.waiting()).toEqual([]));
});

test('the quantity cannot go below 1', async () => {
  installScriptedApi({ 'GET /api/cart': () => ({ json: createSampleCart([rice, oil]) }) });
  openCart();
  const [one, two] = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Decrease quantity' });
  expect([one?.disabled, two?.disabled]).toEqual([true, false]);
});

test('a removed line is gone at once; a refusal brings it back and is told', async () => {
  const toasts = recordToastRequests();
  installScriptedApi({
    'GET /api/cart': () => ({ json: createSampleCart([rice, oil]) }),
    'DELETE /api/cart/remove/product-Palm%20Oil': () =>
      createScriptedRefusal(400, 'Item not in cart', 'item_not_in_cart'),
  });
  openCart();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Palm Oil' }));
  await vi.waitFor(() => expect(toasts.map(({ message }) => message)).toContain('Item not in cart'));
  expect(await screen.findByRole('link', { name: 'Palm Oil' })).toBeDefined();
});

test('without an answer the failure has a way to try again', async () => {
  let isLost = true;
  installScriptedApi({ 'GET /api/cart': () => (isLost ? 'lost' : { json: createSampleCart([rice]) }) });
  openCart();
  const again = await screen.findByRole('button', { name: 'Try Again' });
  expect(screen.getByRole('alert').textContent).toContain('We could not load your cartPlease try again.');
  isLost = false;
  await userEvent.click(again);
  expect(await screen.findByText('Items (1)')).toBeDefined();
});

test('a cancelled return keeps the cart, says so, and leaves the address', async () => {
  const reference = 'gb-CANCELLED1';
  installScriptedApi({
    'GET /api/cart': () => ({ json: createSampleCart([rice]) }),
    [`GET /api/payment/status/${reference}`]: () => createScriptedRefusal(404, 'x', 'payment_not_found'),
  });
  const { place } = renderScreenWithoutApp(<CartRoute />, {
    at: `/cart?returned=true&cancelled=true&reference=${reference}&utm=chat`,
  });
  expect(await screen.findByText('Payment cancelled. No wallet balance was deducted.')).toBeDefined();
  // A plain cancel needs no help of the shop, so the page shows no reference.
  expect(screen.getByRole('region', { name: 'Payment result' }).textContent).not.toContain(reference);
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  await vi.waitFor(() => expect(place.search).toBe('?utm=chat'));
  expect(await screen.findByText('Your cart has been preserved from your previous session')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() =>
    expect(screen.queryByText('Payment cancelled. No wallet balance was deducted.')).toBeNull(),
  );
});

test('who comes back from paying reads of no other verdict first', async () => {
  const reference = 'gb-1';
  const begun = await beginSamplePayment(testPayments, { userId: sampleUser.id });
  await testPayments.update(begun, { state: 'redirected', reference });
  installScriptedApi({
    'GET /api/cart': () => ({ json: createSampleCart([]) }),
    [`GET /api/payment/status/${reference}`]: () => new Promise<never>(() => undefined),
  });
  const said = new Set<string>();
  const note = () => said.add(document.body.textContent ?? '');
  const watch = new MutationObserver(note);
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  const beside = (
    <>
      <PaymentPollingService />
      <ScreenReaderAnnouncer />
    </>
  );
  const { place } = renderScreenWithoutApp(<CartRoute />, {
    at: `/cart?success=true&reference=${reference}`,
    beside,
  });
  note();
  await vi.waitFor(() => expect(place.search).toBe(''));
  // Screen readers often miss an element that is added with its role, so the announcer says the result.
  const announcer = () => document.querySelector('[data-announcer]')?.textContent;
  await vi.waitFor(() => expect(announcer()).toBe('Confirming your payment...'));
  watch.disconnect();
  expect([...said].filter((words) => words.includes('Unfinished payment'))).toEqual([]);
  const beforeTheReturn = [...said].filter((words) => !words.includes('Confirming your payment...'));
  expect(beforeTheReturn.filter((words) => words.includes('Your cart is empty'))).toEqual([]);
});

test.each(['success', 'cancelled'])(
  'a second return (%s) of a confirmed payment shows the success and does nothing else',
  async (flag) => {
    const begun = await beginSamplePayment(testPayments, {
      userId: sampleUser.id,
      method: 'wallet_and_flutterwave',
      walletUse: 1_500,
    });
    await testPayments.update(begun, {
      state: 'confirmed',
      reference: 'gb-PAID1',
      acknowledged: true,
      result: {
        status: 'confirmed',
        outcome: 'ordered',
        message: '',
        paymentId: 'gb-PAID1',
        totalAmount: 5_000,
        walletUsed: 1_500,
        flutterwaveAmount: 3_500,
        newWalletBalance: 0,
        groupBuysJoined: 0,
        groupBuys: [],
      },
    });
    const nextPurchase = JSON.stringify({ userId: sampleUser.id, reference: 'gb-NEXT1' });
    localStorage.setItem('paymentInfo', nextPurchase);
    const toasts = recordToastRequests();
    const sent = installScriptedApi({ 'GET /api/cart': () => ({ json: createSampleCart([]) }) });
    const { place } = renderScreenWithoutApp(<CartRoute />, {
      at: `/cart?${flag}=true&reference=gb-PAID1`,
      beside: <PaymentPollingService />,
    });
    await vi.waitFor(() => expect(place).toMatchObject({ pathname: '/account', search: '' }));
    expect(toasts).toEqual([expect.objectContaining({ kind: 'success', id: 'pay:gb-PAID1' })]);
    expect(toasts[0]?.message).toContain('₦5,000');
    expect(sent.map(({ path }) => path)).toEqual(['/api/cart']);
    expect(localStorage.getItem('paymentInfo')).toBe(nextPurchase);
    expect(sessionStorage.getItem('preserveCart')).toBeNull();
  },
);

test('a return without a reference is about the payment this phone left for', async () => {
  localStorage.setItem('paymentInfo', JSON.stringify({ userId: sampleUser.id, reference: 'gb-LEFT1' }));
  installScriptedApi({ 'GET /api/cart': () => ({ json: createSampleCart([rice]) }) });
  renderScreenWithoutApp(<CartRoute />, { at: '/cart?failed=1' });
  expect(await screen.findByText('gb-LEFT1')).toBeDefined();
  expect(screen.getByText('Payment failed. No wallet balance was deducted.')).toBeDefined();
});

test('Clear wipes what the phone stored of the purchase', async () => {
  localStorage.setItem('paymentInfo', JSON.stringify({ userId: sampleUser.id }));
  storePreservedCartBannerStart(Date.now());
  installScriptedApi({ 'GET /api/cart': () => ({ json: createSampleCart([rice]) }) });
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  openCart();
  await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
  expect(localStorage.getItem('paymentInfo')).toBeNull();
  expect(sessionStorage.getItem('preserveCart')).toBeNull();
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  // The account's cart is shown again, and a message says why.
  expect(await screen.findByText(/These items are saved in your account/)).toBeDefined();
});

test('a cart that is not there yet is not called preserved', async () => {
  installScriptedApi({ 'GET /api/cart': () => new Promise(() => undefined) });
  storePreservedCartBannerStart(Date.now());
  openCart();
  expect(await screen.findByRole('status', { name: 'Loading your cart' })).toBeDefined();
  expect(screen.queryByText('Your cart has been preserved from your previous session')).toBeNull();
});
