import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { InMemoryLockManager, installLockManager } from '../../../tests/support/memory-locks.ts';
import { getSession, startSession } from './session.ts';
import { refreshSessionToken } from './token-refresh.ts';

let locks: InMemoryLockManager;
let asked: number;

beforeEach(() => {
  vi.useFakeTimers();
  locks = installLockManager(new InMemoryLockManager());
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return new Response(JSON.stringify({ success: true, accessToken: `refreshed ${asked}` }));
  });
  startSession('old', { id: 'ada', name: 'Ada' } as User);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  installLockManager(null);
});

/** Queues another tab behind the lock of the refresh. */
function nextTurn() {
  const turn = vi.fn(async () => {});
  void locks.request('token-refresh', turn);
  return turn;
}

test('the next tab has its turn only when the new token must have reached it; this tab goes on at once', async () => {
  const refreshed = refreshSessionToken('old');
  const turn = nextTurn();
  await refreshed;
  expect(getSession()).toMatchObject({ token: 'refreshed 1' });
  await vi.advanceTimersByTimeAsync(499);
  expect(turn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(turn).toHaveBeenCalledOnce();
});

test('a token that was replaced meanwhile is not refreshed, and nobody waits for it', async () => {
  startSession('new', { id: 'ada', name: 'Ada' } as User);
  const refreshed = refreshSessionToken('old');
  const turn = nextTurn();
  await refreshed;
  await vi.advanceTimersByTimeAsync(0);
  expect(turn).toHaveBeenCalledOnce();
  expect(asked).toBe(0);
});

test('a tab that holds the lock for 30 s loses it', async () => {
  void locks.request('token-refresh', () => new Promise(() => {})).catch(() => undefined);
  const refreshed = refreshSessionToken('old');
  await vi.advanceTimersByTimeAsync(29_999);
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await refreshed;
  expect(asked).toBe(1);
});

test('a refresh that nobody answers is given up after 20 s, and signs nobody out', async () => {
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  });
  const refused = vi.fn();
  void refreshSessionToken('old').catch(refused);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(refused).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'TimeoutError' }));
  expect(getSession()).toMatchObject({ status: 'member', token: 'old' });
});

test('without locks it refreshes all the same', async () => {
  installLockManager(null);
  await refreshSessionToken('old');
  expect(getSession()).toMatchObject({ token: 'refreshed 1' });
});

test.each([
  ['left', () => dispatchEvent(new Event('pagehide'))],
  ['frozen', () => document.dispatchEvent(new Event('freeze'))],
])('a tab that is %s lets the next one refresh at once', async (_, go) => {
  let isEnded = false;
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => {
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => {
        isEnded = true;
        reject(init.signal?.reason);
      });
    });
  });
  const ending = expect(refreshSessionToken('old')).rejects.toMatchObject({ name: 'NetworkError' });
  await vi.advanceTimersByTimeAsync(0);
  const turn = nextTurn();
  go();
  await ending;
  await vi.advanceTimersByTimeAsync(0);
  expect(turn).toHaveBeenCalledOnce();
  expect(isEnded).toBe(true);
  expect(getSession()).toMatchObject({ status: 'member', token: 'old' });
});
