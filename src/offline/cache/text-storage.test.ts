import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStorage } from '../storage/storage.ts';
import { createTextStorage } from './text-storage.ts';

let mayWrite: boolean;

beforeEach(() => {
  mayWrite = true;
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function openTab() {
  const disk = createStorage();
  return { disk, storage: createTextStorage(disk, () => mayWrite) };
}

test('what is set is there at once, and on the disk behind it: the last word', async () => {
  const tab = openTab();
  for (const value of ['1', '2', '3']) tab.storage.setItem('qc|public', value);
  expect(tab.storage.getItem('qc|public')).toBe('3');
  await tab.storage.whenWritten();
  expect(await tab.disk.read('qc|public')).toBe('3');
});

test('nothing is written of who does not use the phone any more', async () => {
  const tab = openTab();
  mayWrite = false;
  tab.storage.setItem('qc|user|ada', '1');
  await tab.storage.whenWritten();
  expect(await tab.disk.read('qc|user|ada')).toBeUndefined();
});

test('what the disk refused lives in memory', async () => {
  const tab = openTab();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  tab.storage.setItem('qc|public', '1');
  await tab.storage.whenWritten();
  expect(tab.storage.getItem('qc|public')).toBe('1');
});

test('what was removed is nowhere', async () => {
  const tab = openTab();
  tab.storage.setItem('qc|public', '1');
  await tab.storage.whenWritten();
  tab.storage.removeItem('qc|public');
  expect(tab.storage.getItem('qc|public')).toBeNull();
  await tab.storage.whenWritten();
  expect(await tab.disk.read('qc|public')).toBeUndefined();
});

test('the disk fills what this tab has not set, and only with text', async () => {
  const tab = openTab();
  await tab.disk.write('qc|public', 'of the disk');
  await tab.disk.write('qc|user|ada', 42);
  await tab.storage.fill('qc|public');
  await tab.storage.fill('qc|user|ada');
  expect(tab.storage.getItem('qc|public')).toBe('of the disk');
  expect(tab.storage.getItem('qc|user|ada')).toBeNull();
  tab.storage.setItem('qc|public', 'newer');
  await tab.storage.fill('qc|public');
  expect(tab.storage.getItem('qc|public')).toBe('newer');
});

test('a megabyte is taken, a letter more is not', () => {
  const { storage } = openTab();
  const megabyte = 'x'.repeat(1_000_000);
  storage.setItem('qc|public', megabyte);
  expect(() => storage.setItem('qc|public', `${megabyte}x`)).toThrow(RangeError);
  expect(storage.getItem('qc|public')).toHaveLength(1_000_000);
});
