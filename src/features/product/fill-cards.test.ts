import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { fillCards } from './fill-cards.ts';
import { productKeys } from './product-keys.ts';
import type { ProductPages } from './product-list.ts';

const page = (product: object) =>
  ({ pages: [{ data: [product] }], pageParams: [1] }) as unknown as ProductPages;
const card = page({ _id: 'rice', isCard: true });
const whole = page({ _id: 'rice' });

/** A phone with that list, and what its shop is asked. */
function phoneWith(list: ProductPages) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ask = vi.fn(async () => whole);
  queryClient.setQueryDefaults(productKeys.list, { queryFn: ask });
  queryClient.setQueryData(productKeys.list, list);
  return { queryClient, ask };
}

test('a list of cards is asked for once, and whole from then on', async () => {
  const { queryClient, ask } = phoneWith(card);
  fillCards(queryClient);
  await vi.waitFor(() => expect(queryClient.getQueryData(productKeys.list)).toEqual(whole));
  queryClient.setQueryData(productKeys.all, 'another answer');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a list that is whole is not asked for', () => {
  const { queryClient, ask } = phoneWith(whole);
  fillCards(queryClient);
  queryClient.setQueryData(productKeys.all, 'another answer');
  expect(ask).not.toHaveBeenCalled();
});

test('a list that could not be fetched is the shopper’s to ask for again', async () => {
  const { queryClient, ask } = phoneWith(card);
  ask.mockRejectedValueOnce(new Error('no line'));
  fillCards(queryClient);
  await vi.waitFor(() => expect(queryClient.getQueryState(productKeys.list)?.status).toBe('error'));
  queryClient.setQueryData(productKeys.all, 'another answer');
  expect(ask).toHaveBeenCalledTimes(1);
  await queryClient.refetchQueries({ queryKey: productKeys.list });
  expect(queryClient.getQueryData(productKeys.list)).toEqual(whole);
});
