import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storage, testAppServices, testPayments } from '../../../tests/support/own-app.tsx';
import {
  recordToastRequests,
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { endSession, getSession } from '../../lib/session/session.ts';
import { storeChosenWalletAmount } from '../../lib/storage/purchase-storage.ts';
import { startQueryPersistence } from '../data/persistence.ts';
import { createShopperDataPurge } from '../data/purge.ts';
import { SessionCleanupService } from './SessionCleanupService.tsx';

const purge = testAppServices.get(createShopperDataPurge);

const bola = { ...sampleUser, id: '22222222-2222-4222-8222-222222222222', name: 'Bola Ade' };
const unsubscribe = vi.fn(async () => true);
const setAppBadge = vi.fn(async () => undefined);
const clearAppBadge = vi.fn(async () => undefined);

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const prefix of ['qc|', 'ln|', 'draft|', 'meta|', 'pay|']) await storage.removeAll(prefix);
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker, setAppBadge, clearAppBadge }));
  vi.clearAllMocks();
  recordToastRequests();
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge'])
    Reflect.deleteProperty(navigator, name);
});

/** Stores what a shopper leaves in the storages that all tabs share. */
async function leaveTraces(userId: string): Promise<void> {
  localStorage.setItem('cartData', JSON.stringify({ userId, items: [{}] }));
  localStorage.setItem('cartDataTimestamp', '1');
  localStorage.setItem('paymentInfo', JSON.stringify({ userId, reference: 'gb-1' }));
  for (const key of [`qc|user|${userId}`, `ln|${userId}|1`, `draft|${userId}`, `meta|${userId}|seen`]) {
    await storage.write(key, 'theirs');
  }
  await testPayments.begin({
    userId,
    cartId: 'cart-1',
    method: 'flutterwave_only',
    walletUse: 0,
    totalAmount: 5_000,
    supersedes: null,
  });
}

async function keysOf(userId: string): Promise<string[]> {
  return (await storage.list('')).map(([key]) => key).filter((key) => key.includes(userId));
}

test('a tab whose shopper signed out elsewhere clears the storage and ends the push', async () => {
  signInWithoutApp();
  renderScreenWithoutApp(<SessionCleanupService />);
  await leaveTraces(sampleUser.id);
  localStorage.removeItem('token');
  localStorage.removeItem('user');

  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  expect(localStorage.length).toBe(0);
  expect(clearAppBadge).toHaveBeenCalled();
});

test('a tab that slept through a change of shopper leaves the new one everything', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  signInWithoutApp();
  const { queryClient } = renderScreenWithoutApp(<SessionCleanupService />);
  await startQueryPersistence(queryClient, testAppServices);
  storeChosenWalletAmount(500);
  await leaveTraces(sampleUser.id);
  await leaveTraces(bola.id);
  const theirs = await keysOf(bola.id);
  localStorage.setItem('token', 'token of bola');
  localStorage.setItem('user', JSON.stringify(bola));
  const stored = { ...localStorage };

  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
  // The shopper who is no longer stored is a stranger on this phone: their data is deleted, the payment last.
  await vi.waitFor(async () => expect(await keysOf(sampleUser.id)).toEqual([]));

  expect(getSession().status).toBe('visitor');
  expect({ ...localStorage }).toEqual(stored);
  expect(await keysOf(bola.id)).toEqual(theirs);
  expect(sessionStorage.getItem('walletUse')).toBeNull();
  expect(unsubscribe).not.toHaveBeenCalled();
  expect(setAppBadge).not.toHaveBeenCalled();
  expect(clearAppBadge).not.toHaveBeenCalled();
});

test('an end whose page is gone, and one that meets another, end all the same', async () => {
  signInWithoutApp();
  const { unmount } = renderScreenWithoutApp(<SessionCleanupService />);
  act(() => endSession('signed-out'));
  unmount();
  expect(purge.isUnderWay()).toBe(true);
  await vi.waitFor(() => expect(purge.isUnderWay()).toBe(false));

  renderScreenWithoutApp(<SessionCleanupService />);
  for (const _ of ['once', 'again']) {
    act(() => {
      signInWithoutApp();
      endSession('signed-out');
    });
  }
  await vi.waitFor(() => expect(purge.isUnderWay()).toBe(false));
});
