import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runWhenIdle } from './when-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a browser that knows when it is idle is asked, and can be told that it is not needed', () => {
  const ask = vi.fn(() => 7);
  const cancel = vi.fn();
  vi.stubGlobal('requestIdleCallback', ask);
  vi.stubGlobal('cancelIdleCallback', cancel);
  const work = vi.fn();
  const stop = runWhenIdle(work, 500);
  expect(ask).toHaveBeenCalledExactlyOnceWith(work, { timeout: 500 });
  stop();
  expect(cancel).toHaveBeenCalledExactlyOnceWith(7);
});

test('any other waits a moment', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const work = vi.fn();
  runWhenIdle(work);
  runWhenIdle(work)();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledOnce();
});
