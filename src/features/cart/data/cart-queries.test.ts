import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { cartQueryKeys } from '../../../lib/query/cart-keys.ts';
import { cacheCart, cartQuery } from './cart-queries.ts';

const line = { quantity: 1 };
const cartOf = (items: unknown[]) => ({ success: true, items, totalPrice: 0 }) as unknown as Cart;

test.each([
  ['while an older cart is shown', cartOf([line, line])],
  ['while no cart is known', undefined],
])('an answer that was overtaken by a command changes nothing, %s', async (_name, known) => {
  const queryClient = new QueryClient();
  const queryKey = cartQueryKeys.cart('ada');
  if (known) queryClient.setQueryData(queryKey, known);
  let answer: (cart: Cart) => void = () => {};
  const slow = new Promise<Cart>((resolve) => {
    answer = resolve;
  });
  const asked = queryClient.fetchQuery({ queryKey, queryFn: () => slow }).catch(() => undefined);

  cacheCart(queryClient, 'ada', cartOf([]));
  answer(cartOf([line]));
  await asked;

  expect(queryClient.getQueryData<Cart>(queryKey)?.items).toEqual([]);
  expect(queryClient.getQueryState(queryKey)?.fetchStatus).toBe('idle');
});

test('a cart on the screen is fetched again when the line is back, however new it is', async () => {
  const queryClient = new QueryClient();
  queryClient.mount();
  queryClient.setQueryData(cartQueryKeys.cart('ada'), cartOf([line]));
  const queryFn = vi.fn(async () => cartOf([]));
  const unsubscribe = new QueryObserver(queryClient, { ...cartQuery('ada'), queryFn }).subscribe(() => {});
  onlineManager.setOnline(false);
  expect(queryFn).not.toHaveBeenCalled();
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledOnce());
  unsubscribe();
  queryClient.unmount();
});
