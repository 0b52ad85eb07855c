import { expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { ApiError, NetworkError, TimeoutError } from './api-errors.ts';
import { IdempotentRequestSender } from './idempotent-request-sender.ts';

const own: ApiErrorBody = { success: false, message: 'No', msg: 'No', code: 'bad_request', requestId: '1' };

/** Sends the bodies one after another as one intent. @returns the key of each. */
async function keysOf(...tries: [body: string, answer: Error | 'done'][]): Promise<string[]> {
  const intent = new IdempotentRequestSender();
  const keys: string[] = [];
  for (const [body, answer] of tries) {
    await intent
      .run(body, async (key) => {
        keys.push(key);
        if (answer !== 'done') throw answer;
      })
      .catch(() => undefined);
  }
  return keys;
}

test.each([
  ['no answer', new NetworkError()],
  ['no answer in time', new TimeoutError()],
  ["a proxy's page", new ApiError(403, '<h1>403</h1>', null)],
  ['the first try still running', new ApiError(425, own, null)],
  ['a busy shop', new ApiError(429, own, null)],
  ['a shop in trouble', new ApiError(500, own, null)],
])('after %s the same goes on under its key', async (_, lost) => {
  const [first, second] = await keysOf(['Ada', lost], ['Ada', 'done']);
  expect(second).toBe(first);
});

test.each([
  ['an answer', 'done' as const],
  ["the server's refusal", new ApiError(400, own, null)],
])('after %s the same is asked anew', async (_, answer) => {
  const [first, second] = await keysOf(['Ada', answer], ['Ada', 'done']);
  expect(second).not.toBe(first);
});

test('something else has a key of its own', async () => {
  const [first, second] = await keysOf(['Ada', new NetworkError()], ['Ada Obi', 'done']);
  expect(second).not.toBe(first);
});
