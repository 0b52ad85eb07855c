import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { cartQueryKeys } from '../../../lib/query/cart-keys.ts';
import { readStoredCart, syncStoredCartWithQueryCache, writeStoredCart } from './stored-cart.ts';

const MINUTE_MS = 60_000;
const cart = {
  success: true,
  cartId: 'c1',
  version: 1,
  items: [{ quantity: 2 }],
  totalPrice: 5,
} as unknown as Cart;
const empty = { ...cart, items: [] };

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('a stored cart lasts 30 minutes', () => {
  writeStoredCart('ada', cart, 0);
  expect(readStoredCart('ada', 30 * MINUTE_MS - 1)?.cart).toEqual(cart);
  expect(readStoredCart('ada', 30 * MINUTE_MS)).toBeNull();
  expect(localStorage.length).toBe(0);
});

test.each([
  ["another shopper's", () => writeStoredCart('bayo', cart, 0)],
  ['one from the future', () => writeStoredCart('ada', cart, 5 * MINUTE_MS)],
  ['a damaged one', () => localStorage.setItem('cartData', '{')],
])('%s is removed unread', (_name, store) => {
  store();
  expect(readStoredCart('ada', MINUTE_MS)).toBeNull();
  expect(localStorage.getItem('cartData')).toBeNull();
});

test('an empty cart takes the stored one away', () => {
  writeStoredCart('ada', cart, 0);
  writeStoredCart('ada', empty, 1);
  expect(localStorage.length).toBe(0);
});

test('shows at a start, and is believed without asking for two minutes', () => {
  for (const [ageMs, isOld] of [
    [2 * MINUTE_MS - 1, false],
    [2 * MINUTE_MS, true],
  ] as const) {
    const queryClient = new QueryClient();
    writeStoredCart('ada', cart, Date.now() - ageMs);
    syncStoredCartWithQueryCache(queryClient, 'ada')();
    expect(queryClient.getQueryData(cartQueryKeys.cart('ada'))).toEqual(cart);
    expect(queryClient.getQueryState(cartQueryKeys.cart('ada'))?.isInvalidated).toBe(isOld);
  }
});

test('a cart that only the saved cache holds is shown and asked about', () => {
  const before = new QueryClient();
  before.setQueryData(cartQueryKeys.cart('ada'), cart);
  const queryClient = new QueryClient();
  const stop = syncStoredCartWithQueryCache(queryClient, 'ada');
  hydrate(queryClient, dehydrate(before));
  expect(queryClient.getQueryData(cartQueryKeys.cart('ada'))).toEqual(cart);
  expect(queryClient.getQueryState(cartQueryKeys.cart('ada'))?.isInvalidated).toBe(true);
  stop();
});

test("each confirmed cart is stored with its date, and another tab's newer one wins", () => {
  const queryClient = new QueryClient();
  const stop = syncStoredCartWithQueryCache(queryClient, 'ada');
  queryClient.setQueryData(cartQueryKeys.cart('ada'), cart);
  expect(readStoredCart('ada', Date.now())?.cart).toEqual(cart);
  vi.advanceTimersByTime(1_000);
  const newer = { ...cart, version: 2 };
  writeStoredCart('ada', newer, Date.now());
  dispatchEvent(new StorageEvent('storage', { key: 'cartDataTimestamp' }));
  expect(queryClient.getQueryData(cartQueryKeys.cart('ada'))).toEqual(newer);
  writeStoredCart('ada', { ...cart, version: 0 }, Date.now() - 500);
  dispatchEvent(new StorageEvent('storage', { key: 'cartDataTimestamp' }));
  expect(queryClient.getQueryData(cartQueryKeys.cart('ada'))).toEqual(newer);
  stop();
});
