import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { blockIndexedDbWrites } from '../../../tests/support/busy-disk.ts';
import { OfflineStorage } from './storage.ts';

/** Opens another tab: a new storage object on the same database. */
const openTab = () => new OfflineStorage();
const onBack = (tab: OfflineStorage, handle: () => void) =>
  tab.mode.subscribe(() => tab.mode.get() === 'disk' && handle());

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['is null', () => null],
  [
    'throws',
    () => {
      throw new DOMException('no site data here', 'SecurityError');
    },
  ],
])('where the database %s, records live as long as the tab', async (_, get) => {
  Object.defineProperty(globalThis, 'indexedDB', { get, configurable: true });
  const tab = openTab();
  expect(tab.mode.get()).toBe('memory');
  expect(await tab.write('draft|ada', 1)).toBe('memory');
  expect(await tab.read('draft|ada')).toBe(1);
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

describe('records', () => {
  test('are read back by key and by prefix, in the order of the keys, and outlive the tab', async () => {
    const tab = openTab();
    expect(await tab.write('ob|ada|2', { n: 2 })).toBe('disk');
    await tab.write('ob|ada|1', { n: 1 });
    await tab.write('ob|bayo|1', { n: 9 });
    const next = openTab();
    expect(await next.read('ob|ada|2')).toEqual({ n: 2 });
    expect(await next.read('ob|ada|3')).toBeUndefined();
    expect(await next.list('ob|ada|')).toEqual([
      ['ob|ada|1', { n: 1 }],
      ['ob|ada|2', { n: 2 }],
    ]);
    await next.remove('ob|ada|1');
    await next.removeAll('ob|bayo|');
    expect((await next.list('')).map(([key]) => key)).toEqual(['ob|ada|2']);
  });

  test('changed by two tabs at once lose nothing', async () => {
    const [a, b] = [openTab(), openTab()];
    const count = (tab: OfflineStorage) =>
      tab.change<number, number>('n', (records) => {
        const next = (records[0]?.[1] ?? 0) + 1;
        return { put: [['n', next]], result: next };
      });
    const results = await Promise.all([1, 2, 3, 4, 5].flatMap(() => [count(a), count(b)]));
    expect(results.sort((x, y) => x - y)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await a.read('n')).toBe(10);
  });
});

describe('a page that is left and kept for Back', () => {
  const leave = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  test('lets go of the database in the middle of a change, and makes it once it is shown again', async () => {
    const [left, next] = [openTab(), openTab()];
    await left.write('ob|ada|1', 'waits');
    const ended = vi.fn();
    const edit = vi.fn((records: unknown[]) => {
      if (edit.mock.calls.length === 1) leave(true);
      return { put: [['ob|ada|2', records.length] as const], result: records.length };
    });
    const change = left.change('ob|ada|', edit).finally(ended);
    await vi.waitFor(() => expect(edit).toHaveBeenCalledOnce());
    expect(await next.list('ob|ada|')).toEqual([['ob|ada|1', 'waits']]);
    await next.remove('ob|ada|1');
    expect(ended).not.toHaveBeenCalled();
    comeBack();
    expect(await change).toBe(0);
    expect(left.mode.get()).toBe('disk');
    expect(await next.list('ob|ada|')).toEqual([['ob|ada|2', 0]]);
  });

  test('begins no change before it is shown again, but still puts what needs one step', async () => {
    const [left, next] = [openTab(), openTab()];
    leave(true);
    const change = left.change('n', () => ({ put: [['n', 1]], result: 'changed' }));
    expect(await left.write('k', 'flushed')).toBe('disk');
    expect(await next.read('n')).toBeUndefined();
    expect(await next.read('k')).toBe('flushed');
    comeBack();
    expect(await change).toBe('changed');
  });

  test('and not kept changes nothing: it ends by itself', async () => {
    const tab = openTab();
    const change = tab.change('n', () => ({ put: [['n', 1]], result: 'changed' }));
    leave(false);
    expect(await change).toBe('changed');
    expect(await openTab().read('n')).toBe(1);
  });

  test.each(['remove', 'removeAll'] as const)('has committed a %s already', async (remove) => {
    const tab = openTab();
    await tab.write('k', 1);
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    await tab[remove]('k');
    expect(commit).toHaveBeenCalledOnce();
    expect(await tab.read('k')).toBeUndefined();
  });
});

describe('a database in trouble', () => {
  test('that never opens is left for memory after 3 s', async () => {
    vi.useFakeTimers();
    const open = vi.fn(() => ({}) as IDBOpenDBRequest);
    vi.stubGlobal('indexedDB', { open });
    const tab = openTab();
    const writing = tab.write('k', 1);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(tab.mode.get()).toBe('disk');
    await vi.advanceTimersByTimeAsync(1);
    expect(await writing).toBe('memory');
    expect(await tab.read('k')).toBe(1);
    expect(await tab.list('')).toEqual([['k', 1]]);
  });

  test('that pauses for 2.7 s at the start keeps every one of the calls it meets waiting, and answers them', async () => {
    await openTab().write('ob|ada|1', 'kept');
    const tab = openTab();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await blockIndexedDbWrites();
    const reads = [tab.read('ob|ada|1'), tab.list('ob|'), tab.read('ob|ada|1')];
    await vi.advanceTimersByTimeAsync(2_700);
    free();
    expect(await Promise.all(reads)).toEqual(['kept', [['ob|ada|1', 'kept']], 'kept']);
    expect(tab.mode.get()).toBe('disk');
  });

  test('that was given up is in use again once it answers; what memory has goes there with its next change', async () => {
    await openTab().write('k', 'kept');
    const tab = openTab();
    const isBack = vi.fn();
    onBack(tab, isBack);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await blockIndexedDbWrites();
    const read = tab.read('k');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await read).toBeUndefined();
    expect(await tab.write('meanwhile', 1)).toBe('memory');
    expect(isBack).not.toHaveBeenCalled();
    free();
    await expect.poll(() => isBack.mock.calls.length).toBe(1);
    vi.useRealTimers();
    expect(await tab.read('k')).toBe('kept');
    expect(await tab.list('meanwhile')).toEqual([['meanwhile', 1]]);
    await tab.change<number, null>('meanwhile', ([[key, value] = ['', 0]]) => ({
      put: [[key, value + 1]],
      result: null,
    }));
    expect(await openTab().read('meanwhile')).toBe(2);
  });

  test('that pauses keeps the newest of what was written and removed, whichever was tried again', async () => {
    const tab = openTab();
    await tab.write('removed', 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await blockIndexedDbWrites();
    const older = [tab.write('k', 'old'), tab.write('gone', 'old'), tab.write('ada|1', 'old')];
    older.push(tab.remove('put again').then(() => 'disk' as const));
    await vi.advanceTimersByTimeAsync(1_000);
    const newer = [tab.write('k', 'new'), tab.remove('gone'), tab.removeAll('ada|')];
    newer.push(tab.write('put again', 'new'));
    await vi.advanceTimersByTimeAsync(700);
    free();
    await Promise.all([...older, ...newer]);
    expect(await tab.list('')).toEqual([
      ['k', 'new'],
      ['put again', 'new'],
      ['removed', 1],
    ]);
  });

  test('that was given up gets nothing that was written over or removed meanwhile', async () => {
    const tab = openTab();
    for (const key of ['a', 'ada|1', 'b']) await tab.write(key, 'kept');
    const isBack = vi.fn();
    onBack(tab, isBack);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await blockIndexedDbWrites();
    void tab.read('a');
    await vi.advanceTimersByTimeAsync(2_900);
    const late = [tab.write('b', 'old'), tab.write('ada|2', 'old')];
    await vi.advanceTimersByTimeAsync(100);
    expect(tab.mode.get()).toBe('memory');
    await Promise.all([tab.remove('a'), tab.removeAll('ada|'), tab.write('b', 'new')]);
    await vi.advanceTimersByTimeAsync(3_000);
    await Promise.all(late);
    expect(await tab.list('')).toEqual([['b', 'new']]);
    free();
    await expect.poll(() => isBack.mock.calls.length).toBe(1);
    vi.useRealTimers();
    expect(await tab.list('')).toEqual([['b', 'new']]);
  });

  test.each([
    ['ends in time', 2_000, 1, [['n', 1]]],
    ['is left for memory', 3_000, 1, [['n', 1]]],
  ])('that pauses until a change %s makes it once at most', async (_end, pauseMs, made, onDisk) => {
    const tab = openTab();
    await tab.write('other', 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await blockIndexedDbWrites();
    const change = tab.change<number, number>('n', (records) => {
      const next = (records[0]?.[1] ?? 0) + 1;
      return { put: [['n', next]], result: next };
    });
    await vi.advanceTimersByTimeAsync(pauseMs);
    free();
    expect(await change).toEqual(made);
    await expect.poll(() => tab.mode.get()).toBe('disk');
    vi.useRealTimers();
    expect(await tab.list('n')).toEqual(onDisk);
  });

  test('that answered while the page itself stood still is not taken for one that hangs', async () => {
    const tab = openTab();
    await tab.write('k', 1);
    const standStill = () => {
      const until = performance.now() + 1_600;
      while (performance.now() < until);
    };
    const calls = [tab.read('k'), tab.read('k'), tab.write('k', 2)];
    standStill();
    expect(await Promise.all(calls)).toEqual([1, 1, 'disk']);
  });

  test('that cannot be opened at all leaves everything in memory', async () => {
    const open = vi.fn(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    vi.stubGlobal('indexedDB', { open });
    const tab = openTab();
    expect(await tab.read('k')).toBeUndefined();
    expect(await tab.write('k', 1)).toBe('memory');
    expect(await tab.read('k')).toBe(1);
    await tab.remove('k');
    expect(await tab.read('k')).toBeUndefined();
  });

  test('whose connection was dropped unseen is opened again', async () => {
    const tab = openTab();
    await tab.write('k', 1);
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError');
    });
    expect(await tab.read('k')).toBe(1);
    expect(tab.mode.get()).toBe('disk');
    transaction.mockRestore();
  });

  test('whose transaction was broken off is read again, and no failure is left unheard', async () => {
    const tab = openTab();
    await tab.write('k', 1);
    const begin = IDBDatabase.prototype.transaction;
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function broken(
      this: IDBDatabase,
      ...args
    ) {
      const begun = begin.apply(this, args);
      // A disk can still abort a transaction that was committed.
      begun.commit = () => undefined;
      queueMicrotask(() => begun.abort());
      return begun;
    });
    expect(await tab.list('k')).toEqual([['k', 1]]);
    expect(transaction).toHaveBeenCalledTimes(2);
    // An unhandled rejection fails the run in the next turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve));
    transaction.mockRestore();
  });

  test('with a full disk holds the record in memory until it is written again, and stays in use', async () => {
    const tab = openTab();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await tab.write('ob|1', 1)).toBe('memory');
    expect(tab.mode.get()).toBe('disk');
    expect(await tab.list('ob|')).toEqual([['ob|1', 1]]);
    put.mockRestore();
    expect(await openTab().list('ob|')).toEqual([]);
    expect(await tab.write('ob|1', 2)).toBe('disk');
    expect(await openTab().list('ob|')).toEqual([['ob|1', 2]]);
  });

  test('that does not exist leaves everything in memory', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const tab = openTab();
    expect(await tab.write('k', 1)).toBe('memory');
    expect(await tab.read('k')).toBe(1);
    await tab.removeAll('k');
    expect(await tab.list('')).toEqual([]);
    await tab.change('n', () => ({
      put: [
        ['n1', 1],
        ['n2', 2],
      ],
      result: undefined,
    }));
    const seen = await tab.change('n', (records) => ({ remove: ['n1'], result: records }));
    expect(seen).toEqual([
      ['n1', 1],
      ['n2', 2],
    ]);
    expect(await tab.list('')).toEqual([['n2', 2]]);
  });
});
