import { expect, test } from 'vitest';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { productBySlug, productList } from './product-queries.ts';

const page = (number: number, hasMore: boolean) =>
  ({ data: [], pagination: { page: number, hasMore } }) as unknown as ProductsReply;

test('the page behind the last one is asked for, as long as there is one', () => {
  const next = (last: ProductsReply) => productList.getNextPageParam(last, [last], 1, [1]);
  expect([next(page(1, true)), next(page(2, true)), next(page(3, false))]).toEqual([2, 3, undefined]);
});

test('a product is tried three times more, but not after a 400', () => {
  const { retry } = productBySlug('rice');
  if (typeof retry !== 'function') throw new Error('no rule of its own');
  expect([0, 2, 3].map((failures) => retry(failures, new NetworkError()))).toEqual([true, true, false]);
  expect(retry(0, new ApiError(401, {}, null))).toBe(true);
  expect(retry(0, new ApiError(400, {}, null))).toBe(false);
});
