import { onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginSamplePayment } from '../../../tests/support/begun-payment.ts';
import { createPaymentAttemptStore } from '../../features/checkout/attempts/payment-attempts.ts';
import { AppServices } from '../../lib/react/services.ts';
import { createOfflineStores } from '../../offline/offline-stores.ts';
import { createShopperDataPurge } from './purge.ts';

const USER = 'ada';

/** Finds the keys with the shopper as a whole part, because a random id may contain the letters of a name. */
function keysOf(records: readonly (readonly [string, unknown])[], user: string): string[] {
  return records.map(([key]) => key).filter((key) => key.split('|').includes(user));
}

function openTab() {
  const services = new AppServices();
  const purge = services.get(createShopperDataPurge);
  const { storage } = services.get(createOfflineStores);
  const steps: string[] = [];
  const parts = {
    stopPersistence: () => steps.push('persistence'),
    stopRequests: () => steps.push('requests'),
    clearCache: () => steps.push('cache'),
    clearBrowserStorage: () => steps.push('storage'),
    clearScreen: () => steps.push('screen'),
    notifyTabs: () => steps.push('tabs'),
    leave: async () => void steps.push('leave'),
  };
  return { purge, storage, payments: services.get(createPaymentAttemptStore), steps, parts };
}

/** Stores one record of every kind for the shopper, and those of another shopper and of everybody. */
async function fill({ storage }: ReturnType<typeof openTab>): Promise<void> {
  for (const user of [USER, 'bayo']) {
    const records = {
      [`qc|user|${user}`]: 'blob',
      [`ob|${user}|1-x`]: {
        id: 'x',
        userId: user,
        scope: 'cart',
        type: 'cart.remove',
        createdAt: Date.now(),
      },
      [`ln|${user}|1`]: 'notice',
      [`draft|${user}`]: 'address',
      [`meta|${user}|seen`]: 'time',
    };
    for (const [key, value] of Object.entries(records)) await storage.write(key, value);
  }
  await storage.write('qc|public', 'blob');
}

beforeEach(() => {
  localStorage.clear();
  onlineManager.setOnline(false);
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

describe('a sign-out', () => {
  test('goes in the one order, the disk before the screen, the other tabs last', async () => {
    const tab = openTab();
    await fill(tab);
    const deleted = new Promise<void>((resolve) => {
      tab.parts.clearScreen = () => {
        void tab.storage.list('').then((records) => {
          expect(keysOf(records, USER)).toEqual([]);
          resolve();
        });
        return tab.steps.push('screen');
      };
    });
    const purging = tab.purge.removeShopper({ userId: USER, isOwnEnd: true, keepsOutbox: false }, tab.parts);
    expect(tab.purge.isUnderWay()).toBe(true);
    expect(tab.steps).toEqual(['persistence', 'requests', 'cache', 'storage']);
    await purging;
    await deleted;
    expect(tab.steps).toEqual(['persistence', 'requests', 'cache', 'storage', 'screen', 'tabs', 'leave']);
    expect(tab.purge.isUnderWay()).toBe(false);
    const next = tab.purge.removeShopper({ userId: 'bayo', isOwnEnd: true, keepsOutbox: false }, tab.parts);
    expect(tab.purge.isUnderWay()).toBe(true);
    await next;
    expect(tab.purge.isUnderWay()).toBe(false);
  });

  test("leaves everybody's data and the other shopper's", async () => {
    const tab = openTab();
    await fill(tab);
    await tab.purge.removeShopper({ userId: USER, isOwnEnd: true, keepsOutbox: false }, tab.parts);
    const left = (await tab.storage.list('')).map(([key]) => key);
    expect(left).toEqual([
      'draft|bayo',
      'ln|bayo|1',
      'meta|bayo|seen',
      'ob|bayo|1-x',
      'qc|public',
      'qc|user|bayo',
    ]);
  });

  test('that was forced keeps what was not sent', async () => {
    const tab = openTab();
    await fill(tab);
    await tab.purge.removeShopper({ userId: USER, isOwnEnd: true, keepsOutbox: true }, tab.parts);
    const left = keysOf(await tab.storage.list(''), USER);
    expect(left).toEqual([`ob|${USER}|1-x`]);
  });

  test("of another tab clears this tab's memory and leaves the disk to that tab", async () => {
    const tab = openTab();
    await fill(tab);
    await tab.purge.removeShopper({ userId: USER, isOwnEnd: false, keepsOutbox: false }, tab.parts);
    expect(tab.steps).toEqual(['persistence', 'requests', 'cache', 'storage', 'screen', 'leave']);
    expect(await tab.storage.list(`qc|user|${USER}`)).toHaveLength(1);
  });
});

test('a database that hangs holds nobody back', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const tab = openTab();
  const purging = tab.purge.removeShopper({ userId: USER, isOwnEnd: true, keepsOutbox: false }, tab.parts);
  await vi.advanceTimersByTimeAsync(4_000);
  await purging;
  expect(tab.steps.at(-1)).toBe('leave');
  vi.useRealTimers();
});

test('a session that could not be read hides what everybody left, and each finds their own payment again', async () => {
  const tab = openTab();
  await fill(tab);
  for (const userId of [USER, 'bayo']) {
    const begun = await beginSamplePayment(tab.payments, { userId, walletUse: 4_321, totalAmount: 4_321 });
    await tab.payments.update(begun, { state: 'redirected', reference: `gb-${userId}` });
  }
  await tab.payments.load(null);
  await tab.purge.removeShopper({ userId: '', isOwnEnd: true, keepsOutbox: true }, tab.parts);
  const left = await tab.storage.list('');
  expect(left.map(([key]) => key).filter((key) => !key.startsWith('pay|#'))).toEqual([
    `ob|${USER}|1-x`,
    'ob|bayo|1-x',
    'qc|public',
  ]);
  expect(JSON.stringify(left)).not.toMatch(/4321|cart-9/);
  expect((await tab.payments.load(USER)).map(({ reference }) => reference)).toEqual([`gb-${USER}`]);
  expect((await tab.payments.load('bayo')).map(({ reference }) => reference)).toEqual(['gb-bayo']);
});

test('what a stranger left without a sign-out goes at the next start, figures first', async () => {
  const tab = openTab();
  await fill(tab);
  await tab.payments.begin({
    userId: 'bayo',
    cartId: 'cart-9',
    method: 'wallet_only',
    walletUse: 4_321,
    totalAmount: 4_321,
    supersedes: null,
  });
  await tab.purge.removeStrangers(USER);
  const left = await tab.storage.list('');
  expect(keysOf(left, 'bayo')).toEqual(['ob|bayo|1-x']);
  expect(JSON.stringify(left)).not.toMatch(/4321|cart-9/);
  expect(keysOf(left, USER)).toEqual([
    `draft|${USER}`,
    `ln|${USER}|1`,
    `meta|${USER}|seen`,
    `ob|${USER}|1-x`,
    `qc|user|${USER}`,
  ]);
});

test('what waits for its owner is no stranger’s: returns that met nobody, and payments left at a sign-out', async () => {
  const tab = openTab();
  const begun = await beginSamplePayment(tab.payments, { userId: 'bayo' });
  await tab.payments.update(begun, { state: 'redirected', reference: 'gb-bayo' });
  await tab.payments.erase('bayo');
  await tab.payments.storeReturn(null, 'gb-nobody', 'success');
  const before = await tab.storage.list('pay|');
  expect(before).toHaveLength(2);
  await tab.purge.removeStrangers(USER);
  expect(await tab.storage.list('pay|')).toEqual(before);
});
