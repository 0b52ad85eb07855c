import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import type { Product } from '#contract/schemas/product.ts';
import { createSampleCart, createSampleCartItem } from '../../../../tests/support/cart-samples.ts';
import { createErrorBody } from '../../../../tests/support/error-body.ts';
import { outbox, storage, testAppServices } from '../../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  sampleUser,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../../app/data/query-client.ts';
import { cartQueryKeys } from '../../../lib/query/cart-keys.ts';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import { cartCommandRules } from './cart-command-rules.ts';
import { createCartCommandSubmitter, registerCartCommands } from './cart-commands.ts';
import { getCartLineKey } from './cart-view.ts';

const picture = { hash: 'abc', width: 1200, height: 1200, tone: 5 };
const rice = {
  _id: 'product-Rice',
  slug: 'rice',
  title: 'Rice',
  images: ['/1.webp', '/2.webp'],
  pictures: [picture, { ...picture, hash: 'def' }],
  price: 5_000,
  basePrice: 6_000,
  sellingUnitsData: { enabled: false, baseUnitName: 'kg', options: [] },
} as unknown as Product;

const actions = testAppServices.get(createCartCommandSubmitter);

/** Adds two units of rice. @param cart the cart that this tab shows. */
function addRice(cart?: Cart) {
  const queryClient = createQueryClient();
  if (cart) queryClient.setQueryData(cartQueryKeys.cart(sampleUser.id), cart);
  return actions.add(queryClient, { product: rice, unit: null, quantity: 2 });
}

beforeEach(async () => {
  onlineManager.setOnline(false);
  await storage.removeAll('ob|');
  signInWithoutApp();
  startOutboxWithoutApp();
});
afterEach(async () => {
  outbox.view.forgetAll();
  await storage.removeAll('ob|');
  onlineManager.setOnline(true);
});

test('what waits to be added is drawn with its first picture, at the group price', async () => {
  expect(await addRice()).toMatchObject({ kind: 'waiting' });
  expect(outbox.view.waiting()).toMatchObject([
    {
      baseQuantity: null,
      preview: { itemPrice: 5_000, quantity: 2, product: { images: ['/1.webp'], pictures: [picture] } },
    },
  ]);
});

test.each([
  ['none', [], 0],
  ['three', [createSampleCartItem('Rice', 3, 5_000)], 3],
])('it remembers that %s lay in the cart before', async (_, lines, baseQuantity) => {
  await addRice(createSampleCart(lines));
  expect(outbox.view.waiting()).toMatchObject([{ baseQuantity }]);
});

test('of two quick additions the second remembers the first, though it is not on the disk yet', async () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(
    cartQueryKeys.cart(sampleUser.id),
    createSampleCart([createSampleCartItem('Rice', 3, 5_000)]),
  );
  const addition = { product: rice, unit: null, quantity: 2 };
  await Promise.all([actions.add(queryClient, addition), actions.add(queryClient, addition)]);
  expect(outbox.view.waiting()).toMatchObject([{ baseQuantity: 3 }, { baseQuantity: 5 }]);
});

describe('on a phone that can keep nothing', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('an addition without an answer is the same one when it is tapped again', async () => {
    for (const storage of ['indexedDB', 'localStorage', 'sessionStorage']) vi.stubGlobal(storage, null);
    signInWithoutApp();
    onlineManager.setOnline(true);
    registerCartCommands(outbox, createQueryClient(), () => undefined);
    let isLost = true;
    const sent = installScriptedApi({
      'POST /api/cart/add': () => (isLost ? 'lost' : { json: { success: true, data: createSampleCart([]) } }),
      'DELETE /api/cart/remove/product-Rice': () => ({ json: createSampleCart([]) }),
    });
    const add = () => addRice();
    expect(await add()).toMatchObject({ kind: 'refused' });
    expect(outbox.view.waiting()).toEqual([]);
    isLost = false;
    expect(await add()).toEqual({ kind: 'done' });
    // The add was answered, so the next one is a new intent.
    expect(await add()).toEqual({ kind: 'done' });
    isLost = true;
    await add();
    isLost = false;
    await actions.removeLine(getCartLineKey(createSampleCartItem('Rice', 2, 5_000)));
    await add();
    const keys = sent.filter(({ path }) => path === '/api/cart/add').map(({ key }) => key);
    expect(keys).toHaveLength(5);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(4);
  });
});

describe("another tab's answer", () => {
  const here = createSampleCart([createSampleCartItem('Rice', 1, 5_000)]);
  const there = createSampleCart([createSampleCartItem('Rice', 3, 5_000)]);
  const line = getCartLineKey(createSampleCartItem('Rice', 1, 5_000));
  const command = createOutboxCommand(cartCommandRules, { type: 'cart.remove', line }, sampleUser.id, 'x', 1);

  test.each([
    ['counts here too, dated as it is', { isDone: true, reply: there, atMs: 2_000 }, there, 2_000],
    [
      'wrapped as that of an add, counts too',
      { isDone: true, reply: { data: there }, atMs: 2_000 },
      there,
      2_000,
    ],
    ['heard after a newer one, does not', { isDone: true, reply: there, atMs: 999 }, here, 1_000],
    ['that says nothing leaves the cart', { isDone: true, reply: null, atMs: 2_000 }, here, 1_000],
    ['that refuses leaves the cart', { isDone: false, reply: null, atMs: 2_000 }, here, 1_000],
  ])('%s, and the server is asked', (_name, end, cart, updatedAt) => {
    const queryClient = createQueryClient();
    const queryKey = cartQueryKeys.cart(sampleUser.id);
    queryClient.setQueryData(queryKey, here, { updatedAt: 1_000 });
    registerCartCommands(outbox, queryClient, () => undefined);
    outbox.senderOf('cart')?.onEndElsewhere?.({ command, ...end });
    expect(queryClient.getQueryData(queryKey)).toEqual(cart);
    expect(queryClient.getQueryState(queryKey)).toMatchObject({
      dataUpdatedAt: updatedAt,
      isInvalidated: true,
    });
  });
});

test.each([
  ['a broken server', 500, createErrorBody('internal', 'Something went wrong. Please try again later.')],
  ['a busy server', 429, createErrorBody('too_many_requests', 'Too many requests. Please try again.')],
  ['a server still at the first try', 425, createErrorBody('idempotency_running')],
  ['a gateway', 502, '<html>Bad gateway</html>'],
  ['a firewall', 403, '<html>Blocked</html>'],
])('an act that %s did not take is kept, and nobody is asked to repeat it', async (_, status, json) => {
  const seen = createSampleCart([createSampleCartItem('Rice', 2, 5_000)]);
  const sent = installScriptedApi({
    'POST /api/cart/add': () =>
      sent.length === 1 ? { status, json } : { json: { success: true, data: seen } },
    'GET /api/cart': () => ({ json: seen }),
  });
  registerCartCommands(outbox, createQueryClient(), () => undefined);
  onlineManager.setOnline(true);
  expect(await addRice()).toMatchObject({ kind: 'waiting' });
  await vi.waitFor(() => expect(outbox.view.waiting()).toEqual([]), 5_000);
  const adds = sent.filter(({ path }) => path === '/api/cart/add');
  expect([adds.length, new Set(adds.map(({ key }) => key)).size]).toEqual([2, 1]);
});

test('the cart is asked anew only after a repeated try, whose answer may be an old one', async () => {
  const seen = createSampleCart([createSampleCartItem('Rice', 2, 5_000)]);
  let isLost = false;
  const sent = installScriptedApi({
    'POST /api/cart/add': () => (isLost ? 'lost' : { json: { success: true, data: seen } }),
    'GET /api/cart': () => ({ json: seen }),
  });
  const carts = () => sent.filter(({ path }) => path === '/api/cart').length;
  registerCartCommands(outbox, createQueryClient(), () => undefined);
  onlineManager.setOnline(true);
  expect(await addRice()).toEqual({ kind: 'done' });
  expect(carts()).toBe(0);
  isLost = true;
  await addRice(seen);
  isLost = false;
  onlineManager.setOnline(true);
  outbox.wake();
  await vi.waitFor(() => expect(outbox.view.waiting()).toEqual([]));
  expect(carts()).toBe(1);
});

test.each([
  ['an addition', 'POST /api/cart/add', () => addRice()],
  [
    'a change',
    'PATCH /api/cart/update-quantity',
    () => actions.changeQuantity(createSampleCartItem('Rice', 2, 5_000), 1),
  ],
])('%s that is refused after it waited names its product', async (_, call, tap) => {
  installScriptedApi({
    [call]: () => ({ status: 400, json: createErrorBody('product_not_found', 'Product not found') }),
  });
  const queryClient = createQueryClient();
  queryClient.setQueryData(
    cartQueryKeys.cart(sampleUser.id),
    createSampleCart([createSampleCartItem('Rice', 2, 5_000)]),
  );
  const told = vi.fn();
  registerCartCommands(outbox, queryClient, told);
  await tap();
  onlineManager.setOnline(true);
  outbox.wake();
  await vi.waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('Rice: Product not found'));
});
