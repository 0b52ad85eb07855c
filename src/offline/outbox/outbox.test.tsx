import { onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { blockIndexedDbWrites } from '../../../tests/support/busy-disk.ts';
import { InMemoryLockManager, installLockManager } from '../../../tests/support/memory-locks.ts';
import {
  addRiceFields,
  createCommandRefusal,
  neverAnsweringServer,
  registerOutboxPhoneForFile,
  createSetQuantityFields as set,
  waitForIdleOutbox,
} from '../../../tests/support/outbox-tab.ts';
import { cartCommandRules } from '../../features/cart/data/cart-command-rules.ts';
import type { NotificationCommandPayload } from '../../features/notifications/data/notification-command-rules.ts';
import { OfflineStorage } from '../storage/storage.ts';
import { Outbox } from './outbox.ts';

const readAll: NotificationCommandPayload = { type: 'notif.readAll', before: '2026-01-01T00:00:00Z' };

const phone = registerOutboxPhoneForFile();
const { openTab } = phone;

describe('a command', () => {
  test('lies on the disk before it is sent', async () => {
    const storage = new OfflineStorage();
    let onDisk: unknown[] = [];
    const tab = await openTab(async () => {
      onDisk = await storage.list('ob|ada|');
      return 'cart';
    });
    expect(await tab.submit(set(2))).toEqual({ kind: 'done', reply: 'cart' });
    expect(onDisk).toMatchObject([[expect.any(String), { type: 'cart.set', tries: 1 }]]);
    expect(await storage.list('ob|')).toEqual([]);
    expect(tab.outbox.view.waiting()).toEqual([]);
  });

  test('shows once it lies on the disk, and while offline only waits', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    const storage = new OfflineStorage();
    const submitted = tab.submit(set(2));
    expect(tab.outbox.view.waiting()).toEqual([]);
    expect(tab.outbox.view.unwritten()).toHaveLength(1);
    await expect.poll(() => tab.outbox.view.waiting().length, { interval: 1 }).toBe(1);
    expect(tab.outbox.view.unwritten()).toEqual([]);
    expect(await storage.list('ob|')).toHaveLength(1);
    expect(await submitted).toEqual({ kind: 'waiting' });
    expect(tab.calls).toEqual([]);
    onlineManager.setOnline(true);
    await waitForIdleOutbox(tab);
    expect(tab.calls).toHaveLength(1);
  });

  test('whose answer was lost is sent again under the same key', async () => {
    let isLost = true;
    const tab = await openTab(() => {
      if (!isLost) return 'cart';
      isLost = false;
      throw createCommandRefusal(null);
    });
    expect(await tab.submit(set(2))).toMatchObject({ kind: 'waiting' });
    tab.outbox.wake();
    await waitForIdleOutbox(tab);
    expect(tab.calls.map(({ id }) => id)).toEqual([tab.calls[0]?.id, tab.calls[0]?.id]);
    expect(tab.answers.done).toHaveLength(1);
  });

  test('of a killed tab is sent by the next start, under the same key', async () => {
    const killed = await openTab(neverAnsweringServer);
    void killed.submit(set(2));
    await expect.poll(() => killed.calls.length).toBe(1);
    // The browser releases the locks of a killed tab.
    installLockManager(new InMemoryLockManager());
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.done.length).toBe(1);
    expect(next.calls[0]?.id).toBe(killed.calls[0]?.id);
  });

  test('is committed in the task of its tap: also a page that is left in the next moment has it', async () => {
    const left = await openTab(neverAnsweringServer);
    await waitForIdleOutbox(left);
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    void left.submit(set(2));
    for (let turn = 0; turn < 5; turn += 1) await null;
    expect(put).toHaveBeenCalledOnce();
    expect(commit).toHaveBeenCalledOnce();
    expect(left.outbox.view.waiting()).toEqual([]);
  });

  test('that the database had not received when its page was left is sent by the next start, once', async () => {
    const left = await openTab(neverAnsweringServer);
    await waitForIdleOutbox(left);
    const goOn = await blockIndexedDbWrites();
    void left.submit(set(2));
    const [key] = Object.keys(localStorage).filter((name) => name.startsWith('ob|ada|'));
    // The transaction of the page that was left never reaches the database that the next page opens, and its locks go.
    installLockManager(new InMemoryLockManager());
    vi.stubGlobal('indexedDB', new IDBFactory());
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.done.length).toBe(1);
    expect(key).toContain(next.calls[0]?.id);
    await waitForIdleOutbox(next);
    const later = await openTab(() => 'cart');
    await waitForIdleOutbox(later);
    expect(later.calls).toEqual([]);
    goOn();
  });

  test('leaves no copy beside the database once it is stored', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    await tab.submit(set(2));
    expect(Object.keys(localStorage).filter((name) => name.startsWith('ob|'))).toEqual([]);
    onlineManager.setOnline(true);
    await waitForIdleOutbox(tab);
  });

  test('tapped before the outbox has started outlives a page left at once', async () => {
    void new Outbox(new OfflineStorage()).submit(cartCommandRules, set(2));
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.done.length).toBe(1);
    expect(next.calls).toMatchObject([{ type: 'cart.set', line: { productId: 'rice' } }]);
    await waitForIdleOutbox(next);
  });

  test('tapped before the outbox has started is sent once, in the order of the taps, by a page that stays', async () => {
    const tab = await openTab(
      () => 'cart',
      {},
      (submit) => {
        void submit(set(2));
        void submit(set(1, 'oil'));
      },
    );
    await expect.poll(() => tab.answers.done.length).toBe(2);
    await waitForIdleOutbox(tab);
    expect(tab.calls).toMatchObject([{ line: { productId: 'rice' } }, { line: { productId: 'oil' } }]);
  });

  test('that the server refuses is dropped, and the shopper is told', async () => {
    const tab = await openTab(() => {
      throw createCommandRefusal(400);
    });
    expect(await tab.submit(set(2))).toMatchObject({ kind: 'refused' });
    expect(tab.answers.refused).toHaveLength(1);
    expect(tab.outbox.view.waiting()).toEqual([]);
  });

  test('waits as long as the server asks, though the line is there', async () => {
    const tab = await openTab(() => {
      throw createCommandRefusal(429, 60_000);
    });
    await tab.submit(set(2));
    tab.outbox.wake();
    tab.outbox.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tab.calls).toHaveLength(1);
    expect(tab.outbox.view.waiting()).toHaveLength(1);
  });

  test('behind one that has to wait, waits too, and the shopper is told at once', async () => {
    const tab = await openTab(() => {
      throw createCommandRefusal(429, 60_000);
    });
    await tab.submit(set(2));
    expect(await tab.submit(set(1, 'oil'))).toEqual({ kind: 'waiting' });
    expect(tab.calls).toHaveLength(1);
  });

  test('is repeated by itself after a pause', async () => {
    let tries = 0;
    const tab = await openTab(() => {
      tries += 1;
      if (tries === 1) throw createCommandRefusal(503);
      return 'cart';
    });
    await tab.submit(set(2));
    await expect.poll(() => tries).toBe(2);
    await waitForIdleOutbox(tab);
  });

  test('older than a day is dropped with a word', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    await tab.submit(set(2));
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000 + 1_000);
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.expired).toBe(1);
    expect(next.outbox.view.waiting()).toEqual([]);
    vi.useRealTimers();
  });
});

describe('the order', () => {
  test('is kept inside a feature, and one feature does not wait for another', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab((command, signal) =>
      command.scope === 'cart' ? neverAnsweringServer(command, signal) : 'ok',
    );
    await tab.submit(set(1, 'rice'));
    await tab.submit(set(1, 'oil'));
    await tab.submit(readAll);
    onlineManager.setOnline(true);
    await expect.poll(() => tab.answers.done.length).toBe(1);
    await expect
      .poll(() => tab.calls.filter(({ scope }) => scope === 'cart'))
      .toMatchObject([{ line: { productId: 'rice' } }]);
  });

  test('of quick taps is the order of sending', async () => {
    const tab = await openTab(() => 'cart');
    await Promise.all(['a', 'b', 'c', 'd'].map((product) => tab.submit(set(1, product))));
    expect(tab.calls).toMatchObject(['a', 'b', 'c', 'd'].map((productId) => ({ line: { productId } })));
  });
});

describe('another shopper', () => {
  test("never sends the former one's commands, and a forced sign-out keeps them for a day", async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    await tab.submit(set(2));
    phone.userId = 'bayo';
    onlineManager.setOnline(true);
    await tab.outbox.adoptUser();
    expect(tab.outbox.view.waiting()).toEqual([]);
    expect(tab.calls).toEqual([]);
    phone.userId = 'ada';
    await tab.outbox.adoptUser();
    await expect.poll(() => tab.answers.done.length).toBe(1);
    expect(tab.calls.map(({ userId }) => userId)).toEqual(['ada']);
  });

  test('who signed in while an answer was under way does not get it', async () => {
    let answer: (reply: string) => void = () => {};
    const tab = await openTab(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    void tab.submit(set(2));
    await expect.poll(() => tab.calls.length).toBe(1);
    phone.userId = 'bayo';
    answer("ada's cart");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tab.answers.done).toEqual([]);
  });

  test('finds nothing after a sign-out that drops what was not sent', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    await tab.submit(set(2));
    localStorage.setItem('ob|ada|1', '{}');
    await tab.outbox.clear('ada');
    expect(localStorage.getItem('ob|ada|1')).toBeNull();
    const storage = new OfflineStorage();
    expect(await storage.list('ob|')).toEqual([]);
    expect(tab.outbox.view.waiting()).toEqual([]);
  });
});

/** Simulates a phone that can save nothing. */
function keepNothing(how: 'is full' | 'is not there' = 'is not there'): void {
  if (how === 'is not there') vi.stubGlobal('indexedDB', undefined);
  else {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  }
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
}

describe('a phone that keeps badly', () => {
  test.each(['is full', 'is not there'] as const)(
    'sends at once what it cannot save where its storage %s',
    async (how) => {
      keepNothing(how);
      const tab = await openTab(() => 'cart');
      expect(await tab.submit(set(2))).toEqual({ kind: 'done', reply: 'cart' });
      await Promise.all([tab.submit(set(3)), tab.submit(set(4))]);
      expect(tab.calls.map((command) => 'body' in command && command.body)).toMatchObject([
        { quantity: 2 },
        { quantity: 3 },
        { quantity: 4 },
      ]);
      expect(tab.outbox.view.waiting()).toEqual([]);
      expect(tab.outbox.view.unwritten()).toEqual([]);
    },
  );

  test('refuses offline what it cannot save, and sends it never', async () => {
    keepNothing();
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    const shown: number[] = [];
    tab.outbox.view.subscribe(() => shown.push(tab.outbox.view.waiting().length));
    await expect(tab.submit(set(2))).rejects.toMatchObject({ name: 'CommandNotStoredError' });
    expect(new Set(shown)).toEqual(new Set([0]));
    expect(tab.outbox.view.unwritten()).toEqual([]);
    onlineManager.setOnline(true);
    await tab.outbox.sendNow();
    expect(tab.calls).toEqual([]);
  });

  test('refuses what it cannot save and got no answer to; tried again it has the same key, also within a pause', async () => {
    keepNothing();
    let isLost = true;
    const tab = await openTab(() => {
      if (isLost) throw createCommandRefusal(null);
      return 'cart';
    });
    await expect(tab.submit(addRiceFields, 'key-1')).rejects.toMatchObject({ name: 'CommandNotStoredError' });
    expect(tab.outbox.view.waiting()).toEqual([]);
    expect(tab.answers.refused).toMatchObject([{ isAwaited: true }]);
    isLost = false;
    await tab.outbox.sendNow();
    expect(tab.calls).toHaveLength(1);
    expect(await tab.submit(addRiceFields, 'key-1')).toEqual({ kind: 'done', reply: 'cart' });
    expect(tab.calls.map(({ id }) => id)).toEqual(['key-1', 'key-1']);
  });

  test('refuses what it cannot save behind a change that the server does not take yet', async () => {
    const tab = await openTab(() => {
      throw createCommandRefusal(503, 60_000);
    });
    expect(await tab.submit(set(2))).toMatchObject({ kind: 'waiting' });
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    await expect(tab.submit(set(3))).rejects.toMatchObject({ name: 'CommandNotStoredError' });
    // The command that was stored before stays.
    expect(tab.outbox.view.waiting()).toMatchObject([{ body: { quantity: 2 } }]);
    expect(new Set(tab.calls.map(({ id }) => id)).size).toBe(1);
  });

  test('sends what it saved before, though it can save nothing any more', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    await tab.submit(set(2));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    onlineManager.setOnline(true);
    await waitForIdleOutbox(tab);
    expect(tab.calls).toMatchObject([{ type: 'cart.set', tries: 1 }]);
  });

  const head = { id: 'x', userId: 'ada', scope: 'cart', tries: 0 };

  test.each([
    ['head', { type: 'cart.set' }],
    ['line', { ...head, type: 'cart.remove', createdAt: Date.now() }],
  ])('loses a row whose %s is damaged with a word, and sends the rest', async (_, row) => {
    onlineManager.setOnline(false);
    await (await openTab(() => 'cart')).submit(set(2));
    const storage = new OfflineStorage();
    await storage.write('ob|ada|000-broken', row);
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.expired).toBe(1);
    await expect.poll(() => next.outbox.view.waiting()).toMatchObject([{ type: 'cart.set', userId: 'ada' }]);
    onlineManager.setOnline(true);
    await waitForIdleOutbox(next);
  });

  test('leaves a row of another release alone for a day, and nothing waits behind it', async () => {
    const before = await openTab(() => 'cart');
    const storage = new OfflineStorage();
    const note = { ...head, type: 'cart.note', createdAt: Date.now(), note: 'ring twice' };
    await storage.write('ob|ada|000-note', note);
    expect(await before.submit(set(2))).toMatchObject({ kind: 'done' });
    const later = await openTab(() => 'cart');
    void later.submit(set(3));
    await expect.poll(() => before.answers.done.length + later.answers.done.length).toBe(2);
    await expect.poll(() => [before.outbox.view.waiting(), later.outbox.view.waiting()]).toEqual([[], []]);
    expect(before.answers.expired + later.answers.expired).toBe(0);
    await expect.poll(() => storage.list('ob|')).toEqual([['ob|ada|000-note', note]]);
    await storage.write('ob|ada|000-note', { ...note, createdAt: Date.now() - 86_401_000 });
    const next = await openTab(() => 'cart');
    await expect.poll(() => storage.list('ob|')).toEqual([]);
    const losses = () => [before, later, next].flatMap(({ answers }) => answers.losses);
    await expect.poll(losses).toEqual([1]);
  });
});
