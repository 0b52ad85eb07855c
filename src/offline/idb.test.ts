import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepDiskBusy } from '../../tests/support/busy-disk.ts';

type Idb = typeof import('./idb.ts');

/** Another tab: a module of its own over the same database. */
async function openTab(): Promise<Idb> {
  vi.resetModules();
  return await import('./idb.ts');
}

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
  const tab = await openTab();
  expect(tab.isDurable()).toBe(false);
  expect(await tab.writeRecord('draft|ada', 1)).toBe('memory');
  expect(await tab.readRecord('draft|ada')).toBe(1);
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

describe('records', () => {
  test('are read back by key and by prefix, in the order of the keys, and outlive the tab', async () => {
    const tab = await openTab();
    expect(await tab.writeRecord('ob|ada|2', { n: 2 })).toBe('disk');
    await tab.writeRecord('ob|ada|1', { n: 1 });
    await tab.writeRecord('ob|bayo|1', { n: 9 });
    const next = await openTab();
    expect(await next.readRecord('ob|ada|2')).toEqual({ n: 2 });
    expect(await next.readRecord('ob|ada|3')).toBeUndefined();
    expect(await next.listRecords('ob|ada|')).toEqual([
      ['ob|ada|1', { n: 1 }],
      ['ob|ada|2', { n: 2 }],
    ]);
    await next.deleteRecord('ob|ada|1');
    await next.deleteRecords('ob|bayo|');
    expect((await next.listRecords('')).map(([key]) => key)).toEqual(['ob|ada|2']);
  });

  test('changed by two tabs at once lose nothing', async () => {
    const [a, b] = [await openTab(), await openTab()];
    const count = (tab: Idb) =>
      tab.changeRecords<number, number>('n', (records) => {
        const next = (records[0]?.[1] ?? 0) + 1;
        return { put: [['n', next]], result: next };
      });
    const results = await Promise.all([1, 2, 3, 4, 5].flatMap(() => [count(a), count(b)]));
    expect(results.map(({ result }) => result).sort((x, y) => x - y)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(await a.readRecord('n')).toBe(10);
  });

  test('stay as they were when the change refuses', async () => {
    const tab = await openTab();
    await tab.writeRecord('pay|ada|1', 'kept');
    await expect(
      tab.changeRecords('pay|ada|', () => {
        throw new RangeError('not now');
      }),
    ).rejects.toThrow('not now');
    expect(await tab.readRecord('pay|ada|1')).toBe('kept');
    expect(tab.isDurable()).toBe(true);
  });
});

describe('a page that is left and kept for Back', () => {
  const leave = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  test('lets go of the database in the middle of a change, and makes it once it is shown again', async () => {
    const [left, next] = [await openTab(), await openTab()];
    await left.writeRecord('ob|ada|1', 'waits');
    const ended = vi.fn();
    const edit = vi.fn((records: unknown[]) => {
      if (edit.mock.calls.length === 1) leave(true);
      return { put: [['ob|ada|2', records.length] as const], result: records.length };
    });
    const change = left.changeRecords('ob|ada|', edit).finally(ended);
    await vi.waitFor(() => expect(edit).toHaveBeenCalledOnce());
    expect(await next.listRecords('ob|ada|')).toEqual([['ob|ada|1', 'waits']]);
    await next.deleteRecord('ob|ada|1');
    expect(ended).not.toHaveBeenCalled();
    comeBack();
    expect(await change).toEqual({ result: 0, kept: 'disk' });
    expect(left.isDurable()).toBe(true);
    expect(await next.listRecords('ob|ada|')).toEqual([['ob|ada|2', 0]]);
  });

  test('begins no change before it is shown again, but still puts what needs one step', async () => {
    const [left, next] = [await openTab(), await openTab()];
    leave(true);
    const change = left.changeRecords('n', () => ({ put: [['n', 1]], result: 'changed' }));
    expect(await left.writeRecord('k', 'flushed')).toBe('disk');
    expect(await next.readRecord('n')).toBeUndefined();
    expect(await next.readRecord('k')).toBe('flushed');
    comeBack();
    expect((await change).result).toBe('changed');
  });

  test('and not kept changes nothing: it ends by itself', async () => {
    const tab = await openTab();
    const change = tab.changeRecords('n', () => ({ put: [['n', 1]], result: 'changed' }));
    leave(false);
    expect((await change).kept).toBe('disk');
  });

  test.each(['deleteRecord', 'deleteRecords'] as const)('has committed a %s already', async (remove) => {
    const tab = await openTab();
    await tab.writeRecord('k', 1);
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    await tab[remove]('k');
    expect(commit).toHaveBeenCalledOnce();
    expect(await tab.readRecord('k')).toBeUndefined();
  });
});

describe('a database in trouble', () => {
  test('that never opens is left for memory after two tries of 1.5 s', async () => {
    vi.useFakeTimers();
    const open = vi.fn(() => ({}) as IDBOpenDBRequest);
    vi.stubGlobal('indexedDB', { open });
    const tab = await openTab();
    const writing = tab.writeRecord('k', 1);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(tab.isDurable()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await writing).toBe('memory');
    expect(await tab.readRecord('k')).toBe(1);
    expect(await tab.listRecords('')).toEqual([['k', 1]]);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test('that pauses for 2.7 s at the start keeps every one of the calls it meets waiting, and answers them', async () => {
    await (await openTab()).writeRecord('ob|ada|1', 'kept');
    const tab = await openTab();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await keepDiskBusy();
    const reads = [tab.readRecord('ob|ada|1'), tab.listRecords('ob|'), tab.readRecord('ob|ada|1')];
    await vi.advanceTimersByTimeAsync(2_700);
    free();
    expect(await Promise.all(reads)).toEqual(['kept', [['ob|ada|1', 'kept']], 'kept']);
    expect(tab.isDurable()).toBe(true);
  });

  test('that was given up is in use again once it answers, with what memory kept meanwhile', async () => {
    await (await openTab()).writeRecord('k', 'kept');
    const tab = await openTab();
    const isBack = vi.fn();
    tab.onDiskBack(isBack);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await keepDiskBusy();
    const read = tab.readFrom('k');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await read).toEqual({ value: undefined, kept: 'memory' });
    expect(await tab.writeRecord('meanwhile', 1)).toBe('memory');
    expect(isBack).not.toHaveBeenCalled();
    free();
    await expect.poll(() => isBack.mock.calls.length).toBe(1);
    vi.useRealTimers();
    expect(await tab.readFrom('k')).toEqual({ value: 'kept', kept: 'disk' });
    expect(await (await openTab()).readRecord('meanwhile')).toBe(1);
  });

  test('that pauses keeps the newest of what was written and removed, whichever was tried again', async () => {
    const tab = await openTab();
    await tab.writeRecord('removed', 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await keepDiskBusy();
    const older = [
      tab.writeRecord('k', 'old'),
      tab.writeRecord('gone', 'old'),
      tab.writeRecord('ada|1', 'old'),
    ];
    older.push(tab.deleteRecord('put again').then(() => 'disk' as const));
    await vi.advanceTimersByTimeAsync(1_000);
    const newer = [tab.writeRecord('k', 'new'), tab.deleteRecord('gone'), tab.deleteRecords('ada|')];
    newer.push(tab.writeRecord('put again', 'new'));
    await vi.advanceTimersByTimeAsync(700);
    free();
    await Promise.all([...older, ...newer]);
    expect(await tab.listRecords('')).toEqual([
      ['k', 'new'],
      ['put again', 'new'],
      ['removed', 1],
    ]);
  });

  test('that was given up gets nothing that was written over or removed meanwhile', async () => {
    const tab = await openTab();
    for (const key of ['a', 'ada|1', 'b']) await tab.writeRecord(key, 'kept');
    const isBack = vi.fn();
    tab.onDiskBack(isBack);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await keepDiskBusy();
    void tab.readRecord('a');
    await vi.advanceTimersByTimeAsync(2_900);
    const late = [tab.writeRecord('b', 'old'), tab.writeRecord('ada|2', 'old')];
    await vi.advanceTimersByTimeAsync(100);
    expect(tab.isDurable()).toBe(false);
    await Promise.all([tab.deleteRecord('a'), tab.deleteRecords('ada|'), tab.writeRecord('b', 'new')]);
    await vi.advanceTimersByTimeAsync(1_500);
    await Promise.all(late);
    expect(await tab.listRecords('')).toEqual([['b', 'new']]);
    free();
    await expect.poll(() => isBack.mock.calls.length).toBe(1);
    vi.useRealTimers();
    expect(await tab.listRecords('')).toEqual([['b', 'new']]);
  });

  test.each([
    ['is tried again', 2_000, { kept: 'disk', result: 1 }, [['n', 1]]],
    ['is left for memory', 3_000, { kept: 'memory', result: 1 }, []],
  ])('that pauses until a change %s makes it once at most', async (_end, pauseMs, made, onDisk) => {
    const tab = await openTab();
    await tab.writeRecord('other', 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const free = await keepDiskBusy();
    const change = tab.changeRecords<number, number>('n', (records) => {
      const next = (records[0]?.[1] ?? 0) + 1;
      return { put: [['n', next]], result: next };
    });
    await vi.advanceTimersByTimeAsync(pauseMs);
    free();
    expect(await change).toEqual(made);
    await expect.poll(() => tab.isDurable()).toBe(true);
    vi.useRealTimers();
    expect(await tab.listRecords('n')).toEqual(onDisk);
  });

  test('that answered while the page itself stood still is not taken for one that hangs', async () => {
    const tab = await openTab();
    await tab.writeRecord('k', 1);
    const standStill = () => {
      const until = performance.now() + 1_600;
      while (performance.now() < until);
    };
    const calls = [tab.readRecord('k'), tab.readRecord('k'), tab.writeRecord('k', 2)];
    standStill();
    expect(await Promise.all(calls)).toEqual([1, 1, 'disk']);
  });

  test('that cannot be opened at all is not asked a third time', async () => {
    const open = vi.fn(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    vi.stubGlobal('indexedDB', { open });
    const tab = await openTab();
    expect(await tab.readRecord('k')).toBeUndefined();
    await tab.writeRecord('k', 1);
    await tab.deleteRecord('k');
    expect(open).toHaveBeenCalledTimes(2);
  });

  test('whose connection was dropped unseen is opened again', async () => {
    const tab = await openTab();
    await tab.writeRecord('k', 1);
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError');
    });
    expect(await tab.readRecord('k')).toBe(1);
    expect(tab.isDurable()).toBe(true);
    transaction.mockRestore();
  });

  test('whose transaction was broken off is read again, and no failure is left unheard', async () => {
    const tab = await openTab();
    await tab.writeRecord('k', 1);
    const begin = IDBDatabase.prototype.transaction;
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function broken(
      this: IDBDatabase,
      ...args
    ) {
      const begun = begin.apply(this, args);
      // A disk can still break off what was committed.
      begun.commit = () => undefined;
      queueMicrotask(() => begun.abort());
      return begun;
    });
    expect(await tab.listRecords('k')).toEqual([['k', 1]]);
    expect(transaction).toHaveBeenCalledTimes(2);
    // A rejection that nobody handles fails the run by itself.
    await new Promise((resolve) => setTimeout(resolve));
    transaction.mockRestore();
  });

  test('with a full disk says so and stays in use', async () => {
    const tab = await openTab();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(tab.writeRecord('k', 1)).rejects.toThrow('full');
    expect(tab.isDurable()).toBe(true);
    expect(await tab.writeRecord('k', 2)).toBe('disk');
    put.mockRestore();
  });

  test('that does not exist leaves everything in memory', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const tab = await openTab();
    expect(await tab.writeRecord('k', 1)).toBe('memory');
    expect(await tab.readRecord('k')).toBe(1);
    await tab.deleteRecords('k');
    expect(await tab.listRecords('')).toEqual([]);
    await tab.changeRecords('n', () => ({
      put: [
        ['n1', 1],
        ['n2', 2],
      ],
      result: undefined,
    }));
    const { result, kept } = await tab.changeRecords('n', (records) => ({ remove: ['n1'], result: records }));
    expect([kept, result]).toEqual([
      'memory',
      [
        ['n1', 1],
        ['n2', 2],
      ],
    ]);
    expect(await tab.listRecords('')).toEqual([['n2', 2]]);
  });
});
