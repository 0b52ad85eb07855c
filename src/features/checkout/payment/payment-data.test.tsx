import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allPersistedQueries } from '../../../app/data/all-persisted-queries.ts';
import { createPersistedCache } from '../../../offline/cache/persisted-cache.ts';
import { OfflineStorage } from '../../../offline/storage/storage.ts';
import { clearPaidPurchaseAndRefetch } from './payment-data.ts';

const CART = ['u', 'ada', 'cart'];

/** Opens a page of the app on the phone's saved cache. */
async function openPage() {
  const storage = new OfflineStorage();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const saved = createPersistedCache({
    storage,
    queryClient,
    queries: allPersistedQueries,
    userId: 'ada',
    mayWrite: () => true,
  });
  await saved.restore();
  return { storage, queryClient, saved };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a bought cart is neither shown nor saved any longer, also while the shop does not answer', async () => {
  const { storage, queryClient, saved } = await openPage();
  saved.start();
  const answers = [async () => ({ items: ['rice'] })];
  const queryFn = vi.fn(() => answers.pop()?.() ?? Promise.reject(new Error('no line')));
  const cart = new QueryObserver(queryClient, { queryKey: CART, queryFn });
  const unsubscribe = cart.subscribe(() => {});
  await expect.poll(() => cart.getCurrentResult().data).toEqual({ items: ['rice'] });
  await saved.persist();
  expect((await openPage()).queryClient.getQueryData(CART)).toEqual({ items: ['rice'] });

  await clearPaidPurchaseAndRefetch(storage, queryClient, 'ada');
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(cart.getCurrentResult()).toMatchObject({ data: undefined, isError: true });
  await saved.persist();
  expect((await openPage()).queryClient.getQueryData(CART)).toBeUndefined();
  unsubscribe();
  saved.stop();
});
