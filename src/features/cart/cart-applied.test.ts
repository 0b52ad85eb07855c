import { afterEach, expect, test, vi } from 'vitest';
import { sampleCart, sampleLine } from '../../../tests/support/cart-samples.ts';
import { draftCommand } from '../../offline/outbox/command.ts';
import { isAddApplied } from './cart-applied.ts';
import { type CartIntent, cartScope } from './cart-scope.ts';
import { keyOf } from './cart-view.ts';

afterEach(() => vi.unstubAllGlobals());

/** Two bags of rice, added to a line of one. */
const rice = sampleLine('Rice', 2, 1_000);
const addOf = (more: Partial<CartIntent>) =>
  draftCommand(cartScope, { ...intent, ...more } as CartIntent, 'ada', 'x', 0);
const intent = {
  type: 'cart.add',
  line: keyOf(rice),
  body: { productId: rice.product._id, quantity: 2 },
  preview: rice,
  baseQuantity: 1,
};
const add = addOf({});

function answer(status: number, body: unknown): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
}

test.each([
  [[sampleLine('Rice', 3, 1_000)], true],
  [[sampleLine('Rice', 4, 1_000), sampleLine('Oil', 1, 500)], true],
  [[sampleLine('Rice', 1, 1_000)], false],
  [[sampleLine('Oil', 3, 500)], false],
])('an add counts when the line has grown by it', async (items, isApplied) => {
  answer(200, sampleCart(items));
  expect(await isAddApplied(add)).toBe(isApplied);
});

test('a line that is not there holds nothing', async () => {
  answer(200, sampleCart([]));
  const one = addOf({ body: { productId: rice.product._id, quantity: 1 }, baseQuantity: 0 });
  expect(await isAddApplied(one)).toBe(false);
});

test('an add to a cart that was never seen is sent again', async () => {
  answer(200, sampleCart([sampleLine('Rice', 9, 1_000)]));
  expect(await isAddApplied(addOf({ baseQuantity: null }))).toBe(false);
});

test('without a cart it does not, and an answer that says nothing decides nothing', async () => {
  answer(404, { success: false, message: 'Cart not found' });
  expect(await isAddApplied(add)).toBe(false);
  answer(503, { success: false });
  await expect(isAddApplied(add)).rejects.toMatchObject({ status: 503 });
});
