import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { cacheServerRenderedData } from './server-data.ts';

const DAY_MS = 24 * 60 * 60_000;

const queryKey = ['public', 'product', 'rice'];

beforeEach(() => {
  document.body.innerHTML = `<script type="application/json" id="server-data">${JSON.stringify([[queryKey, { price: 1 }]])}</script>`;
});
afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

/** Simulates a loaded page with the browser's timings. */
function arrive(transferSize: number, responseStart: number, isCached = false) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ transferSize, responseStart } as never]);
  const queryClient = createQueryClient();
  cacheServerRenderedData(queryClient, isCached);
  return queryClient.getQueryState(queryKey);
}

test('what the page brought is as old as its answer, not as its scripts', () => {
  vi.spyOn(performance, 'now').mockReturnValue(20_500);
  vi.spyOn(Date, 'now').mockReturnValue(1_700_000_020_000);
  expect(arrive(9_000, 500)).toMatchObject({
    data: { price: 1 },
    dataUpdatedAt: 1_700_000_000_000,
    isInvalidated: false,
  });
});

test('a page out of the browser’s cache is asked about at once: nobody knows how old it is', () => {
  expect(arrive(0, 5)).toMatchObject({ data: { price: 1 }, isInvalidated: true });
});

test('a page out of the worker’s cache is older than any answer that the phone saved', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
  expect(arrive(0, 5, true)).toMatchObject({
    dataUpdatedAt: 1_700_000_000_000 - DAY_MS,
    isInvalidated: false,
  });
});

test('a browser that times nothing takes it for new', () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const queryClient = createQueryClient();
  cacheServerRenderedData(queryClient, false);
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ isInvalidated: false });
});

test('a page that was cut in its data starts without it', () => {
  const block = document.getElementById('server-data');
  if (block) block.textContent = block.textContent?.slice(0, -9) ?? '';
  expect(arrive(9_000, 500)).toBeUndefined();
});
