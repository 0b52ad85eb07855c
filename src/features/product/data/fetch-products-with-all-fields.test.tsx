import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi } from '../../../../tests/support/screen-alone.tsx';
import { fetchProductsWithAllFields } from './fetch-products-with-all-fields.ts';
import { productQueryKeys } from './product-keys.ts';
import type { ProductListPages } from './product-list.ts';

afterEach(() => vi.restoreAllMocks());

const card = { slug: 'rice', isCard: true };
const rice = { slug: 'rice', description: 'Long grains.' };
const oil = { slug: 'oil' };
const listOf = (...pages: object[][]) =>
  ({ pages: pages.map((data) => ({ data })), pageParams: pages.map((_, index) => index + 1) }) as never;

/** Makes a phone with this list, and collects what it asks of the shop. */
function phoneWith(list: ProductListPages, status = 200) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(productQueryKeys.list, list);
  const sent = installScriptedApi({ 'GET /api/products/': () => ({ status, json: { data: [rice] } }) });
  fetchProductsWithAllFields(queryClient);
  const somethingElse = () => queryClient.setQueryData(productQueryKeys.all, 'another answer');
  return { queryClient, sent, somethingElse };
}

test('the page of cards is asked for once, and whole from then on; the others stay as they are', async () => {
  const { queryClient, sent, somethingElse } = phoneWith(listOf([card], [oil]));
  await vi.waitFor(() =>
    expect(queryClient.getQueryData(productQueryKeys.list)).toEqual(listOf([rice], [oil])),
  );
  somethingElse();
  expect(sent).toHaveLength(1);
});

test('a list that is whole is not asked for', () => {
  const { sent, somethingElse } = phoneWith(listOf([rice]));
  somethingElse();
  expect(sent).toHaveLength(0);
});

test('what does not come is not asked for again', async () => {
  const { queryClient, sent, somethingElse } = phoneWith(listOf([card]), 503);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  somethingElse();
  expect(sent).toHaveLength(1);
  expect(queryClient.getQueryData(productQueryKeys.list)).toEqual(listOf([card]));
});
