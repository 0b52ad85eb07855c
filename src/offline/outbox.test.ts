import { onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import {
  addRice,
  never,
  outboxPhoneForFile,
  quiet,
  Refusal,
  setQuantity as set,
} from '../../tests/support/outbox-tab.ts';
import { cartScope } from '../features/cart/cart-scope.ts';
import type { NotificationIntent } from '../features/notifications/notification-scope.ts';

const readAll: NotificationIntent = { type: 'notif.readAll', before: '2026-01-01T00:00:00Z' };

const phone = outboxPhoneForFile();
const { openTab } = phone;

describe('a command', () => {
  test('lies on the disk before it is sent', async () => {
    const { listRecords } = await import('./idb.ts');
    let onDisk: unknown[] = [];
    const tab = await openTab(async () => {
      onDisk = await listRecords('ob|ada|');
      return 'cart';
    });
    expect(await tab.submit(set(2))).toEqual({ kind: 'done', reply: 'cart' });
    expect(onDisk).toMatchObject([[expect.any(String), { type: 'cart.set', tries: 1 }]]);
    expect(await listRecords('ob|')).toEqual([]);
    expect(tab.waitingCommands()).toEqual([]);
  });

  test('shows once it lies on the disk, and while offline only waits', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    const { listRecords } = await import('./idb.ts');
    const submitted = tab.submit(set(2));
    expect(tab.waitingCommands()).toEqual([]);
    expect(tab.unwrittenCommands()).toHaveLength(1);
    await expect.poll(() => tab.waitingCommands().length, { interval: 1 }).toBe(1);
    expect(tab.unwrittenCommands()).toEqual([]);
    expect(await listRecords('ob|')).toHaveLength(1);
    expect(await submitted).toEqual({ kind: 'waiting' });
    expect(tab.calls).toEqual([]);
    onlineManager.setOnline(true);
    await quiet(tab);
    expect(tab.calls).toHaveLength(1);
  });

  test('whose answer was lost is sent again under the same key', async () => {
    let isLost = true;
    const tab = await openTab(() => {
      if (!isLost) return 'cart';
      isLost = false;
      throw new Refusal(null);
    });
    expect(await tab.submit(set(2))).toMatchObject({ kind: 'waiting' });
    tab.wakeOutbox();
    await quiet(tab);
    expect(tab.calls.map(({ id }) => id)).toEqual([tab.calls[0]?.id, tab.calls[0]?.id]);
    expect(tab.answers.done).toHaveLength(1);
  });

  test('of a killed tab is sent by the next start, under the same key', async () => {
    // A killed tab renews no lease.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const killed = await openTab(never);
    void killed.submit(set(2));
    await expect.poll(() => killed.calls.length).toBe(1);
    vi.useRealTimers();
    // Its lease runs out; here it is taken away at once.
    const { deleteRecords } = await import('./idb.ts');
    await deleteRecords('lease|');
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.done.length).toBe(1);
    expect(next.calls[0]?.id).toBe(killed.calls[0]?.id);
  });

  test('outlives a page left before its row was written, which never showed it', async () => {
    // A database that never answers, and a clock that stands still: nothing of this page goes on, and both taps
    // fall into one millisecond.
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    const left = await openTab(never);
    void left.submit(set(2));
    void left.submit(set(1, 'oil'));
    const tapped = left.unwrittenCommands().map(({ id }) => id);
    expect(tapped).toHaveLength(2);
    expect(left.waitingCommands()).toEqual([]);
    // Its writing begins, and hangs with the stopped clock; later it would time out and write into the next test.
    await vi.advanceTimersByTimeAsync(0);
    vi.useRealTimers();
    vi.stubGlobal('indexedDB', new IDBFactory());
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.done.length).toBe(2);
    expect(next.calls.map(({ id }) => id)).toEqual(tapped);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('outbox'))).toEqual([]);
    const third = await openTab(() => 'cart');
    await third.submit(readAll);
    expect(third.calls).toHaveLength(1);
  });

  test('tapped before the outbox has started outlives a page left at once', async () => {
    vi.resetModules();
    const left = await import('./outbox.ts');
    void left.submit(cartScope, set(2));
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.done.length).toBe(1);
    expect(next.calls).toMatchObject([{ type: 'cart.set', line: { productId: 'rice' } }]);
    await quiet(next);
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
    await quiet(tab);
    expect(tab.calls).toMatchObject([{ line: { productId: 'rice' } }, { line: { productId: 'oil' } }]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('outbox'))).toEqual([]);
  });

  test('that the server refuses is dropped, and the shopper is told', async () => {
    const tab = await openTab(() => {
      throw new Refusal(400);
    });
    expect(await tab.submit(set(2))).toMatchObject({ kind: 'refused' });
    expect(tab.answers.refused).toHaveLength(1);
    expect(tab.waitingCommands()).toEqual([]);
  });

  test('waits as long as the server asks, though the line is there', async () => {
    const tab = await openTab(() => {
      throw new Refusal(429, 60_000);
    });
    await tab.submit(set(2));
    tab.wakeOutbox();
    tab.wakeOutbox();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tab.calls).toHaveLength(1);
    expect(tab.waitingCommands()).toHaveLength(1);
  });

  test('behind one that has to wait, waits too, and the shopper is told at once', async () => {
    const tab = await openTab(() => {
      throw new Refusal(429, 60_000);
    });
    await tab.submit(set(2));
    expect(await tab.submit(set(1, 'oil'))).toEqual({ kind: 'waiting' });
    expect(tab.calls).toHaveLength(1);
  });

  test('is repeated by itself after a pause', async () => {
    let tries = 0;
    const tab = await openTab(() => {
      tries += 1;
      if (tries === 1) throw new Refusal(503);
      return 'cart';
    });
    await tab.submit(set(2));
    await expect.poll(() => tries).toBe(2);
    await quiet(tab);
  });

  test('older than a day is dropped with a word', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    await tab.submit(set(2));
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000 + 1_000);
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.expired).toBe(1);
    expect(next.waitingCommands()).toEqual([]);
    vi.useRealTimers();
  });
});

describe('the order', () => {
  test('is kept inside a scope, and one scope does not wait for another', async () => {
    onlineManager.setOnline(false);
    const tab = await openTab((command, signal) =>
      command.scope === 'cart' ? never(command, signal) : 'ok',
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
    await tab.adoptUser();
    expect(tab.waitingCommands()).toEqual([]);
    expect(tab.calls).toEqual([]);
    phone.userId = 'ada';
    await tab.adoptUser();
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
    await tab.clearOutbox('ada');
    const { listRecords } = await import('./idb.ts');
    expect(await listRecords('ob|')).toEqual([]);
    expect(tab.waitingCommands()).toEqual([]);
  });
});

describe('an API without keys', () => {
  test('is asked whether a repeated add counts already', async () => {
    let tries = 0;
    const tab = await openTab(
      () => {
        tries += 1;
        throw new Refusal(null);
      },
      { wasApplied: async () => true },
    );
    await tab.submit(addRice);
    tab.wakeOutbox();
    await quiet(tab);
    expect(tries).toBe(1);
    expect(tab.answers.done).toHaveLength(1);
  });
});

/** A phone that can save nothing. */
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
  test('keeps commands in local storage while there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined);
    // Not Ada: a tab of the test before, still writing to that test's disk, would take her rows along to it.
    phone.userId = 'chidi';
    onlineManager.setOnline(false);
    await (await openTab(() => 'cart')).submit(set(2));
    expect(Object.values({ ...localStorage }).join()).toContain('cart.set');
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.waitingCommands().length).toBe(1);
    onlineManager.setOnline(true);
    await quiet(next);
    await expect.poll(() => Object.values({ ...localStorage }).join()).not.toContain('cart.set');
  });

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
      expect(tab.waitingCommands()).toEqual([]);
      expect(tab.unwrittenCommands()).toEqual([]);
    },
  );

  test('refuses offline what it cannot save, and sends it never', async () => {
    keepNothing();
    onlineManager.setOnline(false);
    const tab = await openTab(() => 'cart');
    const shown: number[] = [];
    tab.subscribeOutbox(() => shown.push(tab.waitingCommands().length));
    await expect(tab.submit(set(2))).rejects.toMatchObject({ name: 'NotKeptError' });
    expect(new Set(shown)).toEqual(new Set([0]));
    expect(tab.unwrittenCommands()).toEqual([]);
    onlineManager.setOnline(true);
    await tab.sendNow();
    expect(tab.calls).toEqual([]);
  });

  test('refuses what it cannot save and got no answer to; tried again it has the same key, also within a pause', async () => {
    keepNothing();
    let isLost = true;
    const tab = await openTab(() => {
      if (isLost) throw new Refusal(null);
      return 'cart';
    });
    await expect(tab.submit(addRice, 'key-1')).rejects.toMatchObject({ name: 'NotKeptError' });
    expect(tab.waitingCommands()).toEqual([]);
    expect(tab.answers.refused).toMatchObject([{ isAwaited: true }]);
    isLost = false;
    await tab.sendNow();
    expect(tab.calls).toHaveLength(1);
    expect(await tab.submit(addRice, 'key-1')).toEqual({ kind: 'done', reply: 'cart' });
    expect(tab.calls.map(({ id }) => id)).toEqual(['key-1', 'key-1']);
  });

  test('refuses what it cannot save behind a change that the server does not take yet', async () => {
    const tab = await openTab(() => {
      throw new Refusal(503, 60_000);
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
    await expect(tab.submit(set(3))).rejects.toMatchObject({ name: 'NotKeptError' });
    // What was promised before stays.
    expect(tab.waitingCommands()).toMatchObject([{ body: { quantity: 2 } }]);
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
    await quiet(tab);
    expect(tab.calls).toMatchObject([{ type: 'cart.set', tries: 1 }]);
  });

  const head = { id: 'x', userId: 'ada', scope: 'cart', tries: 0, serverErrors: 0 };

  test.each([
    ['head', { type: 'cart.set' }],
    ['line', { ...head, type: 'cart.remove', createdAt: Date.now() }],
  ])('loses a row whose %s is damaged with a word, and sends the rest', async (_, row) => {
    onlineManager.setOnline(false);
    await (await openTab(() => 'cart')).submit(set(2));
    const { writeRecord } = await import('./idb.ts');
    await writeRecord('ob|ada|000-broken', row);
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.expired).toBe(1);
    await expect.poll(() => next.waitingCommands()).toMatchObject([{ type: 'cart.set', userId: 'ada' }]);
    onlineManager.setOnline(true);
    await quiet(next);
  });

  test('leaves a row of another release alone for a day, and nothing waits behind it', async () => {
    const before = await openTab(() => 'cart');
    const { listRecords, writeRecord } = await import('./idb.ts');
    const note = { ...head, type: 'cart.note', createdAt: Date.now(), note: 'ring twice' };
    await writeRecord('ob|ada|000-note', note);
    expect(await before.submit(set(2))).toMatchObject({ kind: 'done' });
    const later = await openTab(() => 'cart');
    void later.submit(set(3));
    await expect.poll(() => before.answers.done.length + later.answers.done.length).toBe(2);
    await expect.poll(() => [before.waitingCommands(), later.waitingCommands()]).toEqual([[], []]);
    expect(before.answers.expired + later.answers.expired).toBe(0);
    await expect.poll(() => listRecords('ob|')).toEqual([['ob|ada|000-note', note]]);
    await writeRecord('ob|ada|000-note', { ...note, createdAt: Date.now() - 86_401_000 });
    const next = await openTab(() => 'cart');
    await expect.poll(() => next.answers.expired).toBe(1);
    expect(await listRecords('ob|')).toEqual([]);
  });
});
