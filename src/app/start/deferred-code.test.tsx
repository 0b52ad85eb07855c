import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runWhenDeferredCodeMayLoad } from './deferred-code.ts';

const work = vi.fn();
let end: () => void = () => {};
let readyState: DocumentReadyState;

function say(connection: object | undefined): void {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}

beforeEach(() => {
  vi.useFakeTimers();
  readyState = 'complete';
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState);
  document.body.innerHTML = '<div id="root" data-rendered></div>';
});
afterEach(() => {
  end();
  work.mockClear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  say(undefined);
});

test('what works offline is fetched when the page has loaded and is idle', () => {
  readyState = 'interactive';
  end = runWhenDeferredCodeMayLoad(work);
  vi.advanceTimersByTime(60_000);
  expect(work).not.toHaveBeenCalled();
  dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a shopper who saves data has it fetched with the first click, not by waiting or scrolling', () => {
  say({ saveData: true });
  end = runWhenDeferredCodeMayLoad(work);
  dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(60_000);
  expect(work).not.toHaveBeenCalled();
  dispatchEvent(new Event('click'));
  expect(work).toHaveBeenCalledTimes(1);
});

test('a page that the app draws alone fetches it at once', () => {
  document.body.innerHTML = '<div id="root"></div>';
  end = runWhenDeferredCodeMayLoad(work);
  expect(work).toHaveBeenCalledTimes(1);
});

test.each(['interactive', 'complete'] as const)('a page that ended while %s fetches nothing', (state) => {
  readyState = state;
  runWhenDeferredCodeMayLoad(work)();
  dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(60_000);
  expect(work).not.toHaveBeenCalled();
});
