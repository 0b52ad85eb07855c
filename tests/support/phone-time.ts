import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** One order of the product list stands for all pages of a window. http.md (GET /products) */
const LIST_WINDOW_MS = 15_000;

let listStartMs = 0;
let runsByItself = false;

/** Time that runs by itself and can be moved on with `pass`. Call before opening a page. */
export function takeTime(): void {
  runsByItself = true;
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** Time that stands still, for limits to the millisecond. Call when the page is there: waiting for one needs time. */
export function stopTime(): void {
  runsByItself = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

/** Lets time pass at once, with everything that falls due in it: so much and no more, however busy the machine is. */
export async function pass(ms: number): Promise<void> {
  vi.setTimerTickMode('manual');
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
  if (runsByItself) vi.setTimerTickMode('interval');
}

/** As `pass`, up to an instant: the time that waiting has cost since then counts. */
export async function passUntil(atMs: number): Promise<void> {
  await pass(Math.max(0, atMs - Date.now()));
}

/**
 * Time that runs by itself, from the start of a window for which the shop has no list yet: products added before are
 * on it, and its order holds for the 15 s that follow. Call before opening a page.
 */
export function takeNextList(): void {
  takeTime();
  // A minute on: an earlier test may have moved time into the next windows.
  listStartMs = (Math.floor(Math.max(Date.now(), listStartMs) / LIST_WINDOW_MS) + 4) * LIST_WINDOW_MS;
  vi.setSystemTime(listStartMs);
}
