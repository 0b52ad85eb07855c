import { act, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { testAppServices } from '../../tests/support/own-app.tsx';
import { persistedProductListQueries, productQueryKeys } from '../features/product/data/product-keys.ts';
import { QUERY_CACHE_LIFETIME_MS } from '../lib/query/cache-times.ts';
import { endSession, startSession } from '../lib/session/session.ts';
import { App } from './App.tsx';
import { createQueryClient } from './data/query-client.ts';

afterEach(() => {
  endSession('signed-out');
  vi.unstubAllGlobals();
});

test('a session that begins or ends draws none of the screens again', () => {
  // The screen's data does not matter here, only how often the screen is drawn.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const queryClient = createQueryClient();
  // The list reads its options each time it is drawn.
  const read = vi.spyOn(queryClient, 'defaultQueryOptions');
  const drawings = () =>
    read.mock.calls.filter(([{ queryKey }]) => queryKey?.includes(persistedProductListQueries.name)).length;
  render(
    <MemoryRouter initialEntries={['/']}>
      <App queryClient={queryClient} services={testAppServices} />
    </MemoryRouter>,
  );
  expect(drawings()).toBeGreaterThan(0);
  read.mockClear();
  act(() => startSession('t', { id: 'ada', name: 'Ada' } as User));
  act(() => endSession('signed-out'));
  expect(drawings()).toBe(0);
});

test('nothing is fetched before what the phone saved is in the cache, and then nothing that is new enough', async () => {
  const fetched = vi.fn(async (_: string) => new Promise<Response>(() => {}));
  vi.stubGlobal('fetch', fetched);
  const lists = () => fetched.mock.calls.filter(([address]) => String(address).includes('/products/'));
  const queryClient = createQueryClient();
  const page = { data: [], serverTime: '2026-01-01T00:00:00.000Z', pagination: { hasMore: false } };
  const save = (ageMs: number) =>
    queryClient.setQueryData(
      productQueryKeys.list,
      { pages: [page], pageParams: [1] },
      { updatedAt: Date.now() - ageMs },
    );
  save(QUERY_CACHE_LIFETIME_MS.persisted);
  let endRestore = () => {};
  const restored = new Promise<void>((resolve) => {
    endRestore = resolve;
  });
  render(
    <MemoryRouter initialEntries={['/']}>
      <App queryClient={queryClient} services={testAppServices} restoreStoredData={() => restored} />
    </MemoryRouter>,
  );
  expect(lists()).toEqual([]);
  save(1_000);
  await act(async () => endRestore());
  expect(lists()).toEqual([]);
  act(() => void queryClient.invalidateQueries({ queryKey: productQueryKeys.list }));
  expect(lists()).toHaveLength(1);
});
