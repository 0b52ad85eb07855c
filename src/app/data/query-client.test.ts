import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api/api-errors.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lists when a call that always fails is tried, in milliseconds after the first try. */
async function triesOf(error: Error): Promise<number[]> {
  const startedAt = Date.now();
  const tries: number[] = [];
  const queryFn = () => {
    tries.push(Date.now() - startedAt);
    return Promise.reject(error);
  };
  createQueryClient()
    .fetchQuery({ ...createQueryClient().getDefaultOptions().queries, queryKey: ['public', 'x'], queryFn })
    .catch(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  return tries;
}

test('a failed call is tried three times more, after one, two and four seconds', async () => {
  expect(await triesOf(new NetworkError())).toEqual([0, 1_000, 3_000, 7_000]);
});

test('a refused session and a call given up are not tried again', async () => {
  expect(await triesOf(new ApiError(401, {}, null))).toEqual([0]);
  expect(await triesOf(new DOMException('left', 'AbortError'))).toEqual([0]);
});

test('no pause is longer than half a minute', () => {
  const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retryDelay !== 'function') throw new Error('the pauses do not grow');
  expect([4, 5].map((failures) => retryDelay(failures, new NetworkError()))).toEqual([16_000, 30_000]);
});
