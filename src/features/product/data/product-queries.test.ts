import { describe, expect, test } from 'vitest';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { ApiError, NetworkError } from '../../../lib/api/api-errors.ts';
import { productBySlugQuery } from './product-by-slug.ts';
import { allProductsQuery } from './product-queries.ts';

const page = (number: number, hasMore: boolean) =>
  ({ data: [], pagination: { page: number, hasMore } }) as unknown as ProductsReply;

test('the page behind the last one is asked for, as long as there is one', () => {
  const next = (last: ProductsReply) => allProductsQuery.getNextPageParam(last, [last], 1, [1]);
  expect([next(page(1, true)), next(page(2, true)), next(page(3, false))]).toEqual([2, 3, undefined]);
});

test('a product is tried three times more, but not after a 400', () => {
  const { retry } = productBySlugQuery('rice');
  if (typeof retry !== 'function') throw new Error('no rule of its own');
  expect([0, 2, 3].map((failures) => retry(failures, new NetworkError()))).toEqual([true, true, false]);
  expect(retry(0, new ApiError(401, {}, null))).toBe(true);
  expect(retry(0, new ApiError(400, {}, null))).toBe(false);
});

describe('a list whose server is in trouble', () => {
  const { retry, retryDelay } = allProductsQuery;
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no rule of its own');

  test('is asked for three times more, after 2, 4 and 8 s', () => {
    const trouble = new ApiError(500, {}, null);
    expect([0, 1, 2, 3].map((failures) => retry(failures, trouble))).toEqual([true, true, true, false]);
    expect([0, 1, 2].map((failures) => retryDelay(failures, trouble))).toEqual([2_000, 4_000, 8_000]);
  });

  test('is asked for no sooner than the server says', () => {
    const busy = new ApiError(429, {}, 10_000);
    expect(retry(0, busy)).toBe(true);
    expect(retryDelay(0, busy)).toBe(10_000);
  });

  test.each([
    ['that asks for more than half a minute', new ApiError(503, {}, 31_000)],
    ['that refuses', new ApiError(404, {}, null)],
  ])('is not asked for again of a server %s', (_, error) => {
    expect(retry(0, error)).toBe(false);
  });
});

test('without an answer the list is asked for every 2 s', () => {
  const { retry, retryDelay } = allProductsQuery;
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no rule of its own');
  expect(retry(500, new NetworkError())).toBe(true);
  expect(retryDelay(500, new NetworkError())).toBe(2_000);
});
