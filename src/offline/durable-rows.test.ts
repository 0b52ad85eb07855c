import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('indexedDB', undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** A tab on a phone without a database. */
async function openTab() {
  vi.resetModules();
  const { durableRows, NotKeptError } = await import('./durable-rows.ts');
  return { rows: durableRows('outbox'), NotKeptError };
}

const put = (...keys: string[]) => ({
  put: keys.map((key): [string, string] => [key, `row ${key}`]),
  result: undefined,
});
const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => `ob|${String(index).padStart(3, '0')}`);

test('without a database rows lie in local storage, for the next tab too, until they are removed', async () => {
  const first = await openTab();
  await first.rows.change('ob|', () => put('ob|1', 'ob|2'));
  const next = await openTab();
  expect(await next.rows.list('ob|')).toEqual([
    ['ob|1', 'row ob|1'],
    ['ob|2', 'row ob|2'],
  ]);
  await next.rows.change('ob|', () => ({ remove: ['ob|1', 'ob|2'], result: undefined }));
  expect(localStorage.length).toBe(0);
});

test('100 rows are kept there; one more is not promised, and nothing changes', async () => {
  const { rows, NotKeptError } = await openTab();
  await rows.change('ob|', () => put(...keys(100)));
  await expect(rows.change('ob|', () => put('ob|one more'))).rejects.toThrow(NotKeptError);
  expect((await rows.list('ob|')).map(([key]) => key)).toEqual(keys(100));
});

test('what moves back to the disk takes nothing along that came to local storage meanwhile', async () => {
  const { rows } = await openTab();
  await rows.change('ob|', () => put('ob|1', 'ob|2'));
  vi.stubGlobal('indexedDB', new IDBFactory());
  // Another tab, whose disk is full, writes while this one's transaction ends.
  await rows.change('ob|', () => {
    queueMicrotask(() => {
      localStorage.setItem('outbox ob|2', '"changed"');
      localStorage.setItem('outbox ob|3', '"row ob|3"');
    });
    return { result: undefined };
  });
  expect(await rows.list('ob|')).toEqual([
    ['ob|1', 'row ob|1'],
    ['ob|2', 'changed'],
    ['ob|3', 'row ob|3'],
  ]);
  const { listRecords } = await import('./idb.ts');
  expect((await listRecords('ob|')).map(([key]) => key)).toEqual(['ob|1', 'ob|2']);
  expect(Object.keys(localStorage).sort()).toEqual(['outbox ob|2', 'outbox ob|3']);
});

/** Local storage that can be met in the middle of a step, or take nothing. */
function stubStorage(onWrite: (values: Map<string, string>) => void) {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    removeItem: (key: string) => void values.delete(key),
    setItem: (key: string, value: string) => {
      onWrite(values);
      values.set(key, value);
    },
  });
  return values;
}

test('two tabs without a database that write at the same moment keep the rows of both', async () => {
  const theirs = stubStorage(() => undefined);
  await (await openTab()).rows.change('ob|', () => put('ob|2'));

  // Another tab is another process: it may write between this one's look at the storage and its own writing.
  stubStorage((values) => {
    for (const [key, value] of theirs) values.set(key, value);
  });
  const { rows } = await openTab();
  await rows.change('ob|', () => put('ob|1'));
  expect((await rows.list('ob|')).map(([key]) => key)).toEqual(['ob|1', 'ob|2']);
});

test('a row that goes is never refused, though local storage takes nothing any more', async () => {
  let isFull = false;
  stubStorage(() => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
  });
  const { rows } = await openTab();
  await rows.change('ob|', () => put('ob|1', 'ob|2'));
  isFull = true;
  await expect(rows.change('ob|', () => ({ remove: ['ob|1'], result: 'gone' }))).resolves.toBe('gone');
  await expect(rows.change('ob|', () => put('ob|3'))).rejects.toThrow('does not keep');
  expect(await rows.list('ob|')).toEqual([['ob|2', 'row ob|2']]);
});

test('rows that local storage takes in part are not taken at all', async () => {
  let left = 3;
  stubStorage(() => {
    if (left === 0) throw new DOMException('full', 'QuotaExceededError');
    left -= 1;
  });
  const { rows } = await openTab();
  await rows.change('ob|', () => put('ob|1', 'ob|2'));
  await expect(rows.change('ob|', () => put('ob|3', 'ob|4'))).rejects.toThrow('does not keep');
  expect((await rows.list('ob|')).map(([key]) => key)).toEqual(['ob|1', 'ob|2']);
});

test('memory holds what this phone cannot save, until it can', async () => {
  let isFull = false;
  const stored = stubStorage(() => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
  });
  const { rows } = await openTab();
  await rows.change('ob|', () => put('ob|1'));
  isFull = true;
  await rows.change('ob|', () => ({ ...put('ob|2'), remove: ['ob|1'] }), 'memory');
  expect(await rows.list('ob|')).toEqual([['ob|2', 'row ob|2']]);
  expect(stored.size).toBe(0);
  // A removal alone needs no room, and reaches memory too.
  await rows.change('ob|', () => put('ob|3'), 'memory');
  await rows.change('ob|', () => ({ remove: ['ob|3'], result: undefined }));
  vi.stubGlobal('indexedDB', new IDBFactory());
  await rows.change('ob|', () => ({ result: undefined }));
  const { listRecords } = await import('./idb.ts');
  expect(await listRecords('ob|')).toEqual([['ob|2', 'row ob|2']]);
  await rows.change('ob|', () => ({ remove: ['ob|2'], result: undefined }));
  expect(await rows.list('ob|')).toEqual([]);
});
