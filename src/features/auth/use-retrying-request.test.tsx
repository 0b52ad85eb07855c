import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createErrorBody } from '../../../tests/support/error-body.ts';
import { ApiError, NetworkError, SessionChangedError } from '../../lib/api/api-errors.ts';
import { useRetryingRequest } from './use-retrying-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Begins a call with one answer for each try; the last answer stays. */
function begin(...answers: (Error | string)[]) {
  let body = 'Ada';
  const { result, unmount } = renderHook(() => useRetryingRequest());
  const keys: string[] = [];
  const ended = vi.fn();
  const run = () => {
    act(() => {
      void result.current
        .run(body, async ({ idempotencyKey: key }) => {
          keys.push(key);
          const answer = answers[Math.min(keys.length, answers.length) - 1];
          if (answer instanceof Error) throw answer;
          return answer;
        })
        .then(ended);
    });
  };
  run();
  const edit = () => {
    body = 'Ada Obi';
  };
  return { result, unmount, keys, ended, run, edit };
}

test('it is tried again every second under one key, until the server answers', async () => {
  const lost = new NetworkError();
  const { result, keys, ended } = begin(lost, lost, 'done');
  await pass(0);
  expect(result.current).toMatchObject({ isRunning: true, error: lost });
  await pass(999);
  expect(keys).toHaveLength(1);
  await pass(1);
  expect(keys).toHaveLength(2);
  await pass(1_000);
  expect(ended).toHaveBeenCalledExactlyOnceWith('done');
  expect(new Set(keys).size).toBe(1);
  expect(result.current.isRunning).toBe(false);
});

test('for half a minute the pause is a second, then it doubles', async () => {
  const { keys } = begin(new NetworkError());
  await pass(30_000);
  expect(keys).toHaveLength(31);
  await pass(1_999);
  expect(keys).toHaveLength(31);
  await pass(1);
  expect(keys).toHaveLength(32);
});

test('a refusal ends it, and is told', async () => {
  const refused = new ApiError(400, { message: 'Taken' }, null);
  const { result, keys, ended } = begin(refused);
  await pass(5_000);
  expect(keys).toHaveLength(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(null);
  expect(result.current).toMatchObject({ isRunning: false, error: refused });
});

test('a session that changed ends it without a word', async () => {
  const { result, keys, ended } = begin(new SessionChangedError());
  await pass(5_000);
  expect(keys).toHaveLength(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(null);
  expect(result.current).toMatchObject({ isRunning: false, error: null });
});

test('the shopper can stop it: the last failure stays, and it goes on under its key', async () => {
  const lost = new NetworkError();
  const { result, keys, ended, run, edit } = begin(lost);
  await pass(500);
  run();
  await pass(0);
  expect(keys).toHaveLength(1);
  await act(async () => result.current.stop());
  await pass(5_000);
  expect(keys).toHaveLength(1);
  expect(ended).toHaveBeenCalledTimes(2);
  expect(result.current).toMatchObject({ isRunning: false, error: lost });
  run();
  await pass(0);
  expect(keys).toHaveLength(2);
  // The call may have succeeded before its answer was lost, so the key stays the same.
  expect(keys[1]).toBe(keys[0]);
  await act(async () => result.current.stop());
  edit();
  run();
  await pass(0);
  expect(keys[2]).not.toBe(keys[0]);
});

test.each(['done', new ApiError(400, createErrorBody('bad_request', 'Taken'), null)])(
  'after an answer (%s) the same is asked for anew',
  async (answer) => {
    const { keys, run } = begin(answer);
    await pass(0);
    run();
    await pass(0);
    expect(new Set(keys).size).toBe(2);
  },
);

test('leaving the screen stops it', async () => {
  const { keys, unmount } = begin(new NetworkError());
  await pass(0);
  unmount();
  await pass(5_000);
  expect(keys).toHaveLength(1);
});
