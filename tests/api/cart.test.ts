import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { AddToCartReply, Cart } from '#contract/schemas/cart.ts';
import { startTestApi, type TestApiRequest, type TestApiResponse } from '../support/api.ts';
import { addTestProduct, openTestGroup } from '../support/api-catalogue.ts';
import { type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));
let plain: string;
let rice: string;

beforeAll(async () => {
  plain = await addTestProduct(api, { title: 'Semovita', priceNaira: 1_000, baseNaira: 1_500 });
  rice = await addTestProduct(api, {
    title: 'Rice',
    priceNaira: 51_500,
    baseNaira: 64_000,
    minUnits: 500,
    units: [
      { name: 'bag-50kg', quantity: 50, baseNaira: 64_000 },
      { name: 'half-25kg', quantity: 25, baseNaira: 32_000 },
      { name: 'share-5kg', quantity: 5, customNaira: 5_400, baseNaira: 7_000 },
    ],
  });
});

const send = <Reply = Cart>(
  shopper: SignedUpApiShopper,
  request: TestApiRequest,
): Promise<TestApiResponse<Reply>> => api.call<Reply>({ ...request, token: shopper.token });
const add = (
  shopper: SignedUpApiShopper,
  body: object,
  idempotencyKey?: string,
): Promise<TestApiResponse<AddToCartReply>> =>
  send<AddToCartReply>(shopper, {
    method: 'POST',
    url: '/api/cart/add',
    body,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
const refusal = async (answer: Promise<TestApiResponse<unknown>>): Promise<[number, string]> => {
  const { status, body } = await answer;
  return [status, (body as ApiErrorBody).message];
};
const read = (shopper: SignedUpApiShopper): Promise<TestApiResponse<Cart>> =>
  send(shopper, { method: 'GET', url: '/api/cart' });

test('without an open cart the empty cart comes with 404', async () => {
  const shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 700);
  const answer = await read(shopper);
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ cartId: null, items: [], totalPrice: 0, walletBalance: 700 });
  expect([answer.body.success, answer.body.version]).toEqual([false, 0]);
});

describe('adding', () => {
  test('prices a calculated and a manual unit, and a product without units', async () => {
    const shopper = await signUpShopper(api);
    await add(shopper, { productId: rice, quantity: 2, sellingUnit: { name: 'half-25kg' } });
    await add(shopper, { productId: rice, quantity: 1, sellingUnit: { name: 'share-5kg', customPrice: 1 } });
    const answer = await add(shopper, { productId: plain, quantity: 3, sellingUnit: null });
    expect(answer.status).toBe(200);
    const cart = answer.body.data;
    expect(cart.items.map((item) => [item.itemPrice, item.basePrice, item.quantity])).toEqual([
      [25_750, 32_000, 2],
      [5_400, 7_000, 1],
      [1_000, 1_500, 3],
    ]);
    expect(cart.totalPrice).toBe(2 * 25_750 + 5_400 + 3_000);
    expect(cart.items[0]?.sellingUnit).toEqual({
      optionName: 'half-25kg',
      displayName: 'half-25kg',
      baseUnitQuantity: 25,
      priceType: 'calculated',
      customPrice: null,
      pricePerUnit: 25_750,
    });
    expect(cart.items[0]?.product).toMatchObject({ _id: rice, sellingUnits: { baseUnitName: 'kg' } });
    expect((await read(shopper)).body).toEqual(cart);
  });

  test('says how long the groups of a product run, where it has a time of its own', async () => {
    const shopper = await signUpShopper(api);
    const short = await addTestProduct(api);
    await api.db.query('UPDATE products SET window_hours = 24 WHERE id = $1', [short]);
    await add(shopper, { productId: short, quantity: 1 });
    const answer = await add(shopper, { productId: plain, quantity: 1 });
    expect(answer.body.data.items.map(({ product }) => product.windowHours)).toEqual([24, undefined]);
  });

  test('adds to the same line up to 999, and its version grows by one each time', async () => {
    const shopper = await signUpShopper(api);
    const first = await add(shopper, { productId: plain, quantity: 600 });
    const second = await add(shopper, { productId: plain, quantity: 399 });
    expect(second.body.data.items).toHaveLength(1);
    expect(second.body.data.items[0]?.quantity).toBe(999);
    expect(second.body.data.version).toBe(first.body.data.version + 1);
    expect(await refusal(add(shopper, { productId: plain, quantity: 1 }))).toEqual([
      400,
      'You can add up to 999 of one item',
    ]);
  });

  test('the solo variant is a line of its own at the standard price', async () => {
    const shopper = await signUpShopper(api);
    await add(shopper, { productId: plain, quantity: 1 });
    const answer = await add(shopper, { productId: plain, quantity: 1, variant: 'solo' });
    expect(answer.body.data.items.map((item) => [item.variant, item.itemPrice])).toEqual([
      [null, 1_000],
      ['solo', 1_500],
    ]);
    const groupOnly = await addTestProduct(api, { soloEnabled: false });
    const [status] = await refusal(add(shopper, { productId: groupOnly, quantity: 1, variant: 'solo' }));
    expect(status).toBe(400);
  });

  test('without a quantity adds one', async () => {
    const shopper = await signUpShopper(api);
    expect((await add(shopper, { productId: plain })).body.data.items[0]?.quantity).toBe(1);
  });

  test.each([
    ['no unit chosen', () => ({ productId: rice, quantity: 1 }), 'Please select a selling unit'],
    [
      'a unit that does not exist',
      () => ({ productId: rice, quantity: 1, sellingUnit: { name: 'sack' } }),
      'This selling unit is no longer available',
    ],
    ['an unknown product', () => ({ productId: randomUUID(), quantity: 1 }), 'Product not found'],
    [
      'an id in another writing',
      () => ({ productId: `urn:uuid:${randomUUID()}`, quantity: 1 }),
      'Product not found',
    ],
    ['an id that is none', () => ({ productId: 'abc', quantity: 1 }), 'Product not found'],
    ['no product', () => ({ quantity: 1 }), 'Product not found'],
    ['words for a quantity', () => ({ productId: plain, quantity: 'many' }), 'Quantity must be at least 1'],
    ['quantity 0', () => ({ productId: plain, quantity: 0 }), 'Quantity must be at least 1'],
    ['half a piece', () => ({ productId: plain, quantity: 1.5 }), 'Quantity must be at least 1'],
    ['1000 at once', () => ({ productId: plain, quantity: 1000 }), 'You can add up to 999 of one item'],
  ])('refuses %s', async (_name, body, message) => {
    const shopper = await signUpShopper(api);
    expect(await refusal(add(shopper, body()))).toEqual([400, message]);
    expect((await read(shopper)).status).toBe(404);
  });

  test('refuses a unit whose share of a lowered price is less than one naira, also when it was in the cart', async () => {
    const shopper = await signUpShopper(api);
    const cheap = await addTestProduct(api, {
      priceNaira: 500,
      units: [
        { name: 'sack', quantity: 1_000, baseNaira: 600 },
        { name: 'grain', quantity: 1, baseNaira: 1 },
        { name: 'handful', quantity: 2, baseNaira: 2 },
      ],
    });
    const grain = add(shopper, { productId: cheap, quantity: 1, sellingUnit: { name: 'grain' } });
    expect((await grain).status, 'half a naira is one').toBe(200);
    await api.db.query('UPDATE products SET price_kobo = 40000 WHERE id = $1', [cheap]);
    const again = add(shopper, { productId: cheap, quantity: 1, sellingUnit: { name: 'grain' } });
    expect(await refusal(again)).toEqual([400, 'This selling unit is no longer available']);
    const cart = (await read(shopper)).body;
    const paid = send(shopper, {
      method: 'POST',
      url: '/api/payment/initialize',
      body: {
        ...{ cartId: cart.cartId, walletUse: 0, paymentMethod: 'flutterwave_only', phone: '08031234567' },
        deliveryAddress: { state: 'Lagos', city: 'Yaba', street: '1 Test Street' },
      },
      idempotencyKey: randomUUID(),
    });
    expect((await paid).status, 'and checkout says so in its own words').toBeLessThan(500);
  });

  test('under one key it happens once, however often it is sent', async () => {
    const shopper = await signUpShopper(api);
    const key = randomUUID();
    const body = { productId: plain, quantity: 2 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(shopper, body, key)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await read(shopper)).body.items[0]?.quantity).toBe(2);
    expect(
      await refusal(add(shopper, { productId: plain, quantity: 3 }, key)).then(([status]) => status),
    ).toBe(400);
    // Keys belong to a shopper, so the same value is free for another shopper.
    const other = await signUpShopper(api);
    expect((await add(other, { productId: plain, quantity: 3 }, key)).body.data.items[0]?.quantity).toBe(3);
  });
});

describe('changing', () => {
  test('sets a quantity, removes and clears; each is safe to repeat', async () => {
    const shopper = await signUpShopper(api);
    await add(shopper, { productId: rice, quantity: 1, sellingUnit: { name: 'bag-50kg' } });
    await add(shopper, { productId: plain, quantity: 1 });
    const line = { productId: rice, variant: null, sellingUnitName: 'bag-50kg' };
    const set = await send(shopper, {
      method: 'PATCH',
      url: '/cart/update-quantity',
      body: { ...line, quantity: 4 },
    });
    expect([set.status, set.body.items[0]?.quantity]).toEqual([200, 4]);
    const url = `/api/cart/remove/${rice}?sellingUnitName=bag-50kg`;
    const removed = await send(shopper, { method: 'DELETE', url });
    expect(removed.body.items.map((item) => item.product._id)).toEqual([plain]);
    expect((await send(shopper, { method: 'DELETE', url })).body).toEqual(removed.body);
    const cleared = await send(shopper, { method: 'DELETE', url: '/api/cart/clear' });
    expect([cleared.status, cleared.body.items]).toEqual([200, []]);
    expect((await send(shopper, { method: 'DELETE', url: '/api/cart/clear' })).body).toEqual(cleared.body);
  });

  test('the version grows with each change, and with nothing else', async () => {
    const shopper = await signUpShopper(api);
    const first = (await add(shopper, { productId: plain, quantity: 1 })).body.data.version;
    const versions: number[] = [];
    const change = async (request: TestApiRequest): Promise<void> => {
      for (let time = 0; time < 2; time += 1)
        versions.push((await send(shopper, request)).body.version - first);
    };
    await change({
      method: 'PATCH',
      url: '/api/cart/update-quantity',
      body: { productId: plain, quantity: 2 },
    });
    await change({ method: 'DELETE', url: `/api/cart/remove/${plain}` });
    await add(shopper, { productId: plain, quantity: 1 });
    await change({ method: 'DELETE', url: '/api/cart/clear' });
    expect(versions).toEqual([1, 1, 2, 2, 4, 4]);
  });

  test('removes the unit and the variant that are named, no other', async () => {
    const shopper = await signUpShopper(api);
    for (const name of ['half-25kg', 'share-5kg']) {
      await add(shopper, { productId: rice, quantity: 1, sellingUnit: { name } });
    }
    await add(shopper, { productId: plain, quantity: 1 });
    await add(shopper, { productId: plain, quantity: 1, variant: 'solo' });
    await send(shopper, { method: 'DELETE', url: `/api/cart/remove/${rice}?sellingUnitName=half-25kg` });
    const left = await send(shopper, { method: 'DELETE', url: `/api/cart/remove/${plain}?variant=solo` });
    const names = left.body.items.map((item) => item.sellingUnit?.optionName ?? item.variant);
    expect(names).toEqual(['share-5kg', null]);
  });

  test('with no unit named the line without one is meant, else the only line there is', async () => {
    const shopper = await signUpShopper(api);
    const quantities = async (): Promise<(number | undefined)[]> =>
      (await read(shopper)).body.items.map((item) => item.quantity);
    const set = (quantity: number): Promise<TestApiResponse<unknown>> =>
      send(shopper, {
        method: 'PATCH',
        url: '/api/cart/update-quantity',
        body: { productId: rice, quantity },
      });
    const half = await add(shopper, { productId: rice, quantity: 1, sellingUnit: { name: 'half-25kg' } });
    await set(2);
    expect(await quantities()).toEqual([2]);
    await add(shopper, { productId: rice, quantity: 1, sellingUnit: { name: 'share-5kg' } });
    expect(await refusal(set(3))).toEqual([400, 'Item not in cart']);
    // Adds a line from before the product had selling units.
    await api.db.query('INSERT INTO cart_items (cart_id, product_id, quantity) VALUES ($1, $2, 1)', [
      half.body.data.cartId,
      rice,
    ]);
    await set(4);
    expect(await quantities()).toEqual([2, 1, 4]);
  });

  test('a line that is not there cannot be changed', async () => {
    const shopper = await signUpShopper(api);
    const change = (body: object): Promise<[number, string]> =>
      refusal(send(shopper, { method: 'PATCH', url: '/api/cart/update-quantity', body }));
    expect(await change({ productId: plain, quantity: 1 })).toEqual([400, 'Item not in cart']);
    await add(shopper, { productId: plain, quantity: 1 });
    expect(await change({ productId: plain, quantity: 1, variant: 'solo' })).toEqual([
      400,
      'Item not in cart',
    ]);
    expect(await change({ productId: plain, quantity: 0 })).toEqual([400, 'Quantity must be at least 1']);
    expect(await change({ productId: plain })).toEqual([400, 'Quantity must be at least 1']);
  });

  test("nobody reaches another shopper's cart", async () => {
    const [owner, other] = [await signUpShopper(api), await signUpShopper(api)];
    await add(owner, { productId: plain, quantity: 1 });
    const removed = await send(other, { method: 'DELETE', url: `/api/cart/remove/${plain}` });
    expect([removed.status, removed.body.items]).toEqual([200, []]);
    expect((await read(owner)).body.items).toHaveLength(1);
  });
});

test('a withdrawn product stays visible but is not in the total', async () => {
  const shopper = await signUpShopper(api);
  const withdrawn = await addTestProduct(api, { priceNaira: 900 });
  await add(shopper, { productId: withdrawn, quantity: 1 });
  await add(shopper, { productId: plain, quantity: 1 });
  await api.db.query('UPDATE products SET active = false WHERE id = $1', [withdrawn]);
  const cart = (await read(shopper)).body;
  expect(cart.items.map((item) => item.available)).toEqual([false, true]);
  expect(cart.totalPrice).toBe(1_000);
  expect(await refusal(add(shopper, { productId: withdrawn, quantity: 1 }))).toEqual([
    400,
    'Product not found',
  ]);
});

test('while a group can be joined the cart keeps its prices, and takes the new ones when it closes', async () => {
  const shopper = await signUpShopper(api);
  const product = await addTestProduct(api, { priceNaira: 2_000, baseNaira: 2_500 });
  const group = await openTestGroup(api, product);
  await add(shopper, { productId: product, quantity: 1 });
  await api.db.query('UPDATE products SET price_kobo = 220000 WHERE id = $1', [product]);
  expect((await read(shopper)).body.totalPrice).toBe(2_000);
  await api.db.query('UPDATE groups SET joinable = false WHERE id = $1', [group]);
  expect((await read(shopper)).body.totalPrice).toBe(2_200);
});

test('forty adds at once lose none', async () => {
  const shopper = await signUpShopper(api);
  await Promise.all(Array.from({ length: 40 }, () => add(shopper, { productId: plain, quantity: 1 })));
  expect((await read(shopper)).body.items[0]?.quantity).toBe(40);
});

test.each([
  ['GET', '/api/cart'],
  ['POST', '/api/cart/add'],
  ['PATCH', '/api/cart/update-quantity'],
  ['DELETE', `/api/cart/remove/${randomUUID()}`],
  ['DELETE', '/api/cart/clear'],
] as const)('%s %s is for signed-in shoppers', async (method, url) => {
  const body = method === 'POST' || method === 'PATCH' ? { productId: randomUUID(), quantity: 1 } : undefined;
  const answer = await api.call({ method, url, ...(body ? { body } : {}) });
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
});
