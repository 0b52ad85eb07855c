import { describe, expect, test } from 'vitest';
import type { Cart, CartItem } from '#contract/schemas/cart.ts';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import { type CartCommandPayload, cartCommandRules } from './cart-command-rules.ts';
import { applyQueuedCommandsToCart, getCartLineKey } from './cart-view.ts';

function line(title: string, quantity: number, price: number): CartItem {
  return {
    _id: `line-${title}`,
    product: {
      _id: title,
      slug: title,
      title,
      images: [],
      pictures: [],
      price,
      sellingUnits: { baseUnitName: 'kg' },
    },
    quantity,
    variant: null,
    itemPrice: price,
    basePrice: price,
    name: title,
    sellingUnit: null,
    available: true,
  };
}
const rice = line('rice', 2, 1_000);
const oil = line('oil', 1, 500);
const cart: Cart = {
  success: true,
  cartId: 'c',
  version: 3,
  items: [rice, oil],
  totalPrice: 2_500,
  walletBalance: 100,
};

const command = (fields: CartCommandPayload) => createOutboxCommand(cartCommandRules, fields, 'ada', 'x', 0);
const add = (item: CartItem, baseQuantity: number | null) =>
  command({
    type: 'cart.add',
    line: getCartLineKey(item),
    body: { productId: item.product._id, quantity: item.quantity },
    preview: item,
    baseQuantity,
  });
const set = (item: CartItem, quantity: number) =>
  command({ type: 'cart.set', line: getCartLineKey(item), body: { productId: item.product._id, quantity } });
const remove = (item: CartItem) => command({ type: 'cart.remove', line: getCartLineKey(item) });
const quantities = (view: Cart) => view.items.map((item) => [item.name, item.quantity]);

describe('the cart on the screen', () => {
  test('is the server’s own while nothing waits', () => {
    expect(applyQueuedCommandsToCart(cart, [])).toBe(cart);
  });

  test('shows a waiting product at the end, with its price in the total', () => {
    const view = applyQueuedCommandsToCart(cart, [add(line('eggs', 3, 100), 0)]);
    expect(quantities(view)).toEqual([
      ['rice', 2],
      ['oil', 1],
      ['eggs', 3],
    ]);
    expect(view.totalPrice).toBe(2_800);
  });

  test('adds to a line the server knows', () => {
    expect(quantities(applyQueuedCommandsToCart(cart, [add({ ...rice, quantity: 1 }, 2)]))[0]).toEqual([
      'rice',
      3,
    ]);
  });

  test('counts every add, also of taps that did not know of those before', () => {
    const one = { ...rice, quantity: 1 };
    const nothing: Cart = { ...cart, items: [] };
    expect(quantities(applyQueuedCommandsToCart(nothing, [add(one, null), add(one, null)]))).toEqual([
      ['rice', 2],
    ]);
    expect(quantities(applyQueuedCommandsToCart(cart, [add(one, 2), add(one, 2), add(one, 2)]))[0]).toEqual([
      'rice',
      5,
    ]);
    expect(quantities(applyQueuedCommandsToCart(cart, [set(rice, 7), add(one, 2)]))[0]).toEqual(['rice', 8]);
    expect(quantities(applyQueuedCommandsToCart(nothing, [add(one, 0), remove(rice), add(one, 0)]))).toEqual([
      ['rice', 1],
    ]);
    expect(
      quantities(applyQueuedCommandsToCart(nothing, [add(one, null), add({ ...oil, quantity: 3 }, null)])),
    ).toEqual([
      ['rice', 1],
      ['oil', 3],
    ]);
  });

  test('does not count an add twice whose answer was lost', () => {
    const after: Cart = { ...cart, items: [{ ...rice, quantity: 3 }, oil] };
    expect(quantities(applyQueuedCommandsToCart(after, [add({ ...rice, quantity: 1 }, 2)]))[0]).toEqual([
      'rice',
      3,
    ]);
  });

  test('follows the order of the commands', () => {
    const view = applyQueuedCommandsToCart(cart, [set(rice, 5), remove(oil), set(rice, 4)]);
    expect(quantities(view)).toEqual([['rice', 4]]);
    expect(view.totalPrice).toBe(4_000);
  });

  test('never shows more than 999 of one item', () => {
    expect(quantities(applyQueuedCommandsToCart(cart, [add({ ...rice, quantity: 998 }, 2)]))[0]).toEqual([
      'rice',
      999,
    ]);
  });

  test('leaves withdrawn lines out of the total', () => {
    const withdrawn: Cart = { ...cart, items: [{ ...rice, available: false }, oil] };
    expect(applyQueuedCommandsToCart(withdrawn, [set(oil, 2)]).totalPrice).toBe(1_000);
  });
});
