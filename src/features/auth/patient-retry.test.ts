import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { mayTryAgain, pauseMs, restFor } from './patient-retry.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refused = (status: number, retryAfterMs: number | null = null) =>
  new ApiError(status, null, retryAfterMs);

test('only 400 is final, and 1000 tries are enough', () => {
  expect(mayTryAgain(refused(400), 1)).toBe(false);
  for (const error of [refused(401), refused(429), refused(500), new NetworkError('no line')]) {
    expect(mayTryAgain(error, 999)).toBe(true);
    expect(mayTryAgain(error, 1_000)).toBe(false);
  }
});

test('a second apart for half a minute, then longer up to 30 s; never sooner than the server asks', () => {
  const error = refused(500);
  expect([1, 30, 31, 32, 35, 36].map((tries) => pauseMs(error, tries))).toEqual([
    1_000, 1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
  expect(pauseMs(refused(429, 7_000), 1)).toBe(7_000);
  expect(pauseMs(refused(429, 0), 1)).toBe(1_000);
});

test.each([
  [
    'is offline',
    () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
    () => window.dispatchEvent(new Event('online')),
  ],
  [
    'hides the page',
    () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'),
    () => document.dispatchEvent(new Event('visibilitychange')),
  ],
])('no pause ends while the phone %s', async (_, sleep, wake) => {
  vi.useFakeTimers();
  const asleep = sleep();
  const handleEnd = vi.fn();
  void restFor(1_000, new AbortController().signal).then(handleEnd);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  // A word of it alone is not enough.
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(handleEnd).not.toHaveBeenCalled();
  asleep.mockRestore();
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(handleEnd).toHaveBeenCalledOnce();
});

test('a phone that wakes early still keeps the pause, and a stop ends it at once', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const [handleEnd, handleStop] = [vi.fn(), vi.fn()];
  void restFor(30_000, controller.signal).then(handleEnd, handleStop);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(handleEnd).not.toHaveBeenCalled();
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(handleStop).toHaveBeenCalledOnce();
});
