import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** The product list keeps its order for all pages of this time window. http.md (GET /products) */
const LIST_WINDOW_MS = 15_000;

let listStartMs = 0;
let runsByItself = false;

/** Fakes time that runs by itself and can be advanced with `pass`. Call it before a page opens. */
export function startAdvancingFakeTimers(): void {
  runsByItself = true;
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** Stops time, for limits to the millisecond. Call it when the page is open, because waiting needs running time. */
export function startFrozenFakeTimers(): void {
  runsByItself = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

/** Advances time at once by exactly this much and runs the timers due in it, even on a busy machine. */
export async function advanceFakeTime(ms: number): Promise<void> {
  vi.setTimerTickMode('manual');
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
  if (runsByItself) vi.setTimerTickMode('interval');
}

/** Advances time up to an instant, so that time already spent waiting counts. */
export async function advanceFakeTimeTo(atMs: number): Promise<void> {
  await advanceFakeTime(Math.max(0, atMs - Date.now()));
}

/**
 * Fakes time from the start of a window for which the shop has no product list yet. Products added before are on the
 * list, and its order is fixed for 15 s. Call it before a page opens.
 */
export function startAtNextProductListWindow(): void {
  startAdvancingFakeTimers();
  // The window is a minute ahead, because an earlier test may have advanced time.
  listStartMs = (Math.floor(Math.max(Date.now(), listStartMs) / LIST_WINDOW_MS) + 4) * LIST_WINDOW_MS;
  vi.setSystemTime(listStartMs);
}
