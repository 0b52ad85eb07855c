import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { adoptServerData } from './server-data.ts';

const queryKey = ['public', 'product', 'rice'];

beforeEach(() => {
  document.body.innerHTML = `<script type="application/json" id="server-data">${JSON.stringify([[queryKey, { price: 1 }]])}</script>`;
});
afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

/** The page as the browser timed it. */
function arrive(transferSize: number, responseStart: number) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ transferSize, responseStart } as never]);
  const queryClient = createQueryClient();
  adoptServerData(queryClient);
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

test('a page that the worker kept is as old as the worker says, and is not asked about for that alone', () => {
  document.body.insertAdjacentHTML('beforeend', '<div id="root" data-rendered="1700000000000"></div>');
  expect(arrive(0, 5)).toMatchObject({ dataUpdatedAt: 1_700_000_000_000, isInvalidated: false });
});

test('a browser that times nothing takes it for new', () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const queryClient = createQueryClient();
  adoptServerData(queryClient);
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ isInvalidated: false });
});
