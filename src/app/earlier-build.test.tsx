import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sampleCart, sampleLine } from '../../tests/support/cart-samples.ts';
import { payments, services, storage } from '../../tests/support/own-app.tsx';
import { ada, catchToasts, scriptApi, showAlone, signInAlone } from '../../tests/support/screen-alone.tsx';
import { lineKeyOf } from '../features/cart/cart-view.ts';
import { CartRoute } from '../routes/CartRoute.tsx';
import { MemberServices } from './MemberServices.tsx';
import { persistCache } from './persistence.ts';
import { createQueryClient } from './query-client.ts';

const rice = sampleLine('Local Rice', 2, 25_750);

/** What a build of before the first release left: rows of today's names, and copies in local storage. */
async function fillAsBefore(): Promise<void> {
  const row = {
    id: crypto.randomUUID(),
    userId: ada.id,
    scope: 'cart',
    type: 'cart.set',
    createdAt: Date.now(),
    tries: 1,
    serverErrors: 0,
  };
  const rowKey = `ob|${ada.id}|${String(row.createdAt).padStart(15, '0')}-${row.id}`;
  await storage.write(rowKey, { ...row, line: 'product-Local Rice' });
  await storage.write(`pay|${ada.id}|old`, { key: 'old', userId: ada.id, status: 'begun' });
  await storage.write(`draft|${ada.id}`, '{"street":"1 Sabo"}');
  await storage.write(`qc|user|${ada.id}`, { entries: [] });
  await storage.write(
    'qc|public',
    JSON.stringify({ buster: '0', timestamp: 1, clientState: { mutations: [], queries: [] } }),
  );
  localStorage.setItem(`outboxTap|${rowKey}`, JSON.stringify({ ...row, line: lineKeyOf(rice) }));
  localStorage.setItem(`outboxRows ${rowKey}`, JSON.stringify(row));
  localStorage.setItem('cartData', JSON.stringify({ userId: ada.id, items: 'old' }));
}

test('a phone with what a build before the first release stored opens, with the cart of the server', async () => {
  const complaints = vi.spyOn(console, 'error');
  await fillAsBefore();
  signInAlone();
  const sent = scriptApi({ 'GET /api/cart': () => ({ json: sampleCart([rice]) }) });
  catchToasts();
  const queryClient = createQueryClient();
  await persistCache(queryClient, services);
  showAlone(<CartRoute />, { at: '/cart', beside: <MemberServices />, queryClient });
  expect((await screen.findByRole('group', { name: 'Quantity' })).textContent).toBe('2');
  expect(await payments.load(ada.id)).toEqual([]);
  await expect.poll(() => storage.list('ob|')).toEqual([]);
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
});
