import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './api-errors.ts';
import { withPauses } from './with-pauses.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks a server that answers by the list, and its last answer from then on. */
function askWith(...answers: (Error | string)[]) {
  const seen = { asked: 0, end: null as unknown };
  const leaving = new AbortController();
  const ask = async () => {
    const answer = answers[Math.min(seen.asked, answers.length - 1)];
    seen.asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  withPauses(ask, leaving.signal).then(
    (reply) => {
      seen.end = reply;
    },
    (error) => {
      seen.end = error;
    },
  );
  return { seen, leaving };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a server in trouble is asked three times more, after 2, 4 and 8 s, and then it failed', async () => {
  const trouble = new ApiError(500, {}, null);
  const { seen } = askWith(trouble);
  const counts: number[] = [];
  for (const ms of [1_999, 1, 3_999, 1, 7_999, 1, 60_000]) {
    await pass(ms);
    counts.push(seen.asked);
  }
  expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4]);
  expect(seen.end).toBe(trouble);
});

test('it is asked no sooner than it says, and what it then answers counts', async () => {
  const { seen } = askWith(new ApiError(429, {}, 10_000), 'products');
  await pass(9_999);
  expect(seen).toEqual({ asked: 1, end: null });
  await pass(1);
  expect(seen).toEqual({ asked: 2, end: 'products' });
});

test.each([
  ['that asks for more than half a minute', new ApiError(503, {}, 31_000)],
  ['that refuses', new ApiError(404, {}, null)],
  ['that does not answer', new NetworkError()],
])('a server %s is not asked again', async (_, error) => {
  const { seen } = askWith(error);
  await pass(60_000);
  expect(seen).toEqual({ asked: 1, end: error });
});

test('who leaves in a pause is not asked for any more', async () => {
  const { seen, leaving } = askWith(new ApiError(500, {}, null));
  await pass(1_000);
  leaving.abort();
  await pass(60_000);
  expect(seen.asked).toBe(1);
  expect((seen.end as Error).name).toBe('AbortError');
});
