import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createSampleCart, createSampleCartItem } from '../../../tests/support/cart-samples.ts';
import { storage, testAppServices, testPayments } from '../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { getCartLineKey } from '../../features/cart/data/cart-view.ts';
import CartRoute from '../../routes/member/CartRoute.tsx';
import { MemberBackgroundServices } from '../services/MemberBackgroundServices.tsx';
import { startQueryPersistence } from './persistence.ts';
import { createQueryClient } from './query-client.ts';

const rice = createSampleCartItem('Local Rice', 2, 25_750);

/**
 * Stores what a build from before the first release left: rows under the present names, and copies in local storage.
 */
async function fillAsBefore(): Promise<void> {
  const row = {
    id: crypto.randomUUID(),
    userId: sampleUser.id,
    scope: 'cart',
    type: 'cart.set',
    createdAt: Date.now(),
    tries: 1,
    serverErrors: 0,
  };
  const rowKey = `ob|${sampleUser.id}|${String(row.createdAt).padStart(15, '0')}-${row.id}`;
  await storage.write(rowKey, { ...row, line: 'product-Local Rice' });
  await storage.write(`pay|${sampleUser.id}|old`, { key: 'old', userId: sampleUser.id, status: 'begun' });
  await storage.write(`draft|${sampleUser.id}`, '{"street":"1 Sabo"}');
  await storage.write(`qc|user|${sampleUser.id}`, { entries: [] });
  await storage.write(
    'qc|public',
    JSON.stringify({ buster: '0', timestamp: 1, clientState: { mutations: [], queries: [] } }),
  );
  localStorage.setItem(`outboxTap|${rowKey}`, JSON.stringify({ ...row, line: getCartLineKey(rice) }));
  localStorage.setItem(`outboxRows ${rowKey}`, JSON.stringify(row));
  localStorage.setItem('cartData', JSON.stringify({ userId: sampleUser.id, items: 'old' }));
}

test('a phone with what a build before the first release stored opens, with the cart of the server', async () => {
  const complaints = vi.spyOn(console, 'error');
  await fillAsBefore();
  signInWithoutApp();
  const sent = installScriptedApi({ 'GET /api/cart': () => ({ json: createSampleCart([rice]) }) });
  recordToastRequests();
  const queryClient = createQueryClient();
  await startQueryPersistence(queryClient, testAppServices);
  renderScreenWithoutApp(<CartRoute />, { at: '/cart', beside: <MemberBackgroundServices />, queryClient });
  expect((await screen.findByRole('group', { name: 'Quantity' })).textContent).toBe('2');
  expect(await testPayments.load(sampleUser.id)).toEqual([]);
  await expect.poll(() => storage.list('ob|')).toEqual([]);
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
});
