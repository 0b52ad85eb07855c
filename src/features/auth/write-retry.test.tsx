import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api/api-errors.ts';
import { getWriteRetryDelayMs, shouldRetryWrite, waitForWriteRetry } from './write-retry.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refused = (status: number, retryAfterMs: number | null = null) =>
  new ApiError(status, null, retryAfterMs);

test('only 400 is final, and 1000 tries are enough', () => {
  expect(shouldRetryWrite(refused(400), 1)).toBe(false);
  for (const error of [refused(401), refused(429), refused(500), new NetworkError('no line')]) {
    expect(shouldRetryWrite(error, 999)).toBe(true);
    expect(shouldRetryWrite(error, 1_000)).toBe(false);
  }
});

test('a second apart for half a minute, then longer up to 30 s; never sooner than the server asks', () => {
  const error = refused(500);
  expect([1, 30, 31, 32, 35, 36].map((tries) => getWriteRetryDelayMs(error, tries))).toEqual([
    1_000, 1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
  expect(getWriteRetryDelayMs(refused(429, 7_000), 1)).toBe(7_000);
  expect(getWriteRetryDelayMs(refused(429, 0), 1)).toBe(1_000);
});

test('no pause ends while the page is hidden', async () => {
  vi.useFakeTimers();
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const handleEnd = vi.fn();
  void waitForWriteRetry(1_000, new AbortController().signal).then(handleEnd);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  // The event alone, without a visible page, is not enough.
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(handleEnd).not.toHaveBeenCalled();
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(handleEnd).toHaveBeenCalledOnce();
});

test('nor while the app knows that it is offline, whatever the browser says', async () => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const ends = [vi.fn(), vi.fn()];
  void waitForWriteRetry(1_000, new AbortController().signal).then(ends[0]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends[0]).toHaveBeenCalledOnce();
  onlineManager.setOnline(false);
  void waitForWriteRetry(1_000, new AbortController().signal).then(ends[1]);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(ends[1]).not.toHaveBeenCalled();
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends[1]).toHaveBeenCalledOnce();
});

test('a phone that wakes early still keeps the pause, and a stop ends it at once', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const [handleEnd, handleStop] = [vi.fn(), vi.fn()];
  void waitForWriteRetry(30_000, controller.signal).then(handleEnd, handleStop);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(handleEnd).not.toHaveBeenCalled();
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(handleStop).toHaveBeenCalledOnce();
});
