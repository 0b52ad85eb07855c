import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionMonitor } from './connection.ts';

const connection = new ConnectionMonitor();

let answer: () => Response;
const asked = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockClear();
  answer = () => {
    throw new TypeError('no line');
  };
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    asked(path, options.cache);
    return answer();
  });
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a phone without a line starts offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  connection.start();
  expect(onlineManager.isOnline()).toBe(false);
});

test("the browser's events are followed, and any answer means online", () => {
  connection.start();
  dispatchEvent(new Event('offline'));
  expect(onlineManager.isOnline()).toBe(false);
  dispatchEvent(new Event('online'));
  expect(onlineManager.isOnline()).toBe(true);
  dispatchEvent(new Event('offline'));
  connection.noteAnswer(performance.now());
  expect(onlineManager.isOnline()).toBe(true);
});

test('an answer that was on its way when the line went does not bring it back', () => {
  connection.start();
  const askedAtMs = performance.now();
  vi.advanceTimersByTime(1);
  dispatchEvent(new Event('offline'));
  connection.noteAnswer(askedAtMs);
  expect(onlineManager.isOnline()).toBe(false);
});

test('while offline the small file is asked for after 2, 4, 8, 16, 30 and 30 s, past every cache', async () => {
  connection.start();
  dispatchEvent(new Event('offline'));
  const pausesMs: number[] = [];
  let lastMs = Date.now();
  for (let n = 1; n <= 6; n += 1) {
    while (asked.mock.calls.length < n) await vi.advanceTimersByTimeAsync(500);
    pausesMs.push(Date.now() - lastMs);
    lastMs = Date.now();
  }
  expect(pausesMs).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(asked).toHaveBeenCalledWith('/ping.txt', 'no-store');
  answer = () => new Response('pong\n');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onlineManager.isOnline()).toBe(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveBeenCalledTimes(7);
});

test('a call without an answer is offline only if the small file is silent too', async () => {
  connection.start();
  answer = () => new Response('pong');
  connection.noteSilence();
  await vi.advanceTimersByTimeAsync(0);
  expect(onlineManager.isOnline()).toBe(true);
  answer = () => {
    throw new TypeError('no line');
  };
  connection.noteSilence();
  connection.noteSilence();
  await vi.advanceTimersByTimeAsync(0);
  expect(onlineManager.isOnline()).toBe(false);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("a hotspot's sign-in page is not our server", async () => {
  answer = () => new Response('<h1>Pay for Wi-Fi</h1>');
  expect(await connection.probe()).toBe(false);
  answer = () => new Response('pong', { status: 503 });
  expect(await connection.probe()).toBe(false);
});

test('a file that does not come in ten seconds is not there', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((__, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  });
  const told = vi.fn();
  void connection.probe().then(told);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledExactlyOnceWith(false);
});
