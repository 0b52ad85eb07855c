import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createErrorBody } from '../../../tests/support/error-body.ts';
import { TimeoutError } from '../api/api-errors.ts';
import { isSignOutPending, sendPendingSignOut, storePendingSignOut } from './pending-sign-out.ts';

let sent: string[];

function answerWith(status: number): void {
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address);
    return new Response(JSON.stringify(createErrorBody('unauthorized')), { status });
  });
}

beforeEach(() => {
  sent = [];
  localStorage.clear();
  storePendingSignOut(1);
});
afterEach(() => vi.unstubAllGlobals());

test.each([200, 401, 403, 404])('an answer of %d settles the sign-out', async (status) => {
  answerWith(status);
  await sendPendingSignOut();
  expect(sent).toEqual(['/api/auth/logout']);
  expect(isSignOutPending()).toBe(false);
});

test.each([408, 425, 429, 500, 502, 503])(
  'an answer of %d leaves it pending, to be sent again',
  async (status) => {
    answerWith(status);
    await expect(sendPendingSignOut()).rejects.toMatchObject({ status });
    expect(isSignOutPending()).toBe(true);
    answerWith(200);
    await sendPendingSignOut();
    expect(isSignOutPending()).toBe(false);
  },
);

test.each([401, 403, 404, 413, 451])(
  'a proxy that answers %d in its place leaves it pending',
  async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<html>Blocked</html>', { status }));
    await expect(sendPendingSignOut()).rejects.toMatchObject({ status });
    expect(isSignOutPending()).toBe(true);
  },
);

test('without an answer it stays pending', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no line');
  });
  await expect(sendPendingSignOut()).rejects.toThrow();
  expect(isSignOutPending()).toBe(true);
});

test('nobody waits longer than five seconds for it', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((__, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  });
  let isOver = false;
  const settled = sendPendingSignOut().catch((error: unknown) => {
    isOver = true;
    return error;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await settled).toBeInstanceOf(TimeoutError);
  expect(isSignOutPending()).toBe(true);
  vi.useRealTimers();
});
