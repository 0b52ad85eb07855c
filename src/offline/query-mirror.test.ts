import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let mayWrite: boolean;

beforeEach(() => {
  mayWrite = true;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function openTab() {
  vi.resetModules();
  const idb = await import('./idb.ts');
  const { createQueryMirror } = await import('./query-mirror.ts');
  return { ...idb, mirror: createQueryMirror(() => mayWrite) };
}
/** A quiet moment: what waits for one is done, and the disk has it. */
async function idle(tab: Awaited<ReturnType<typeof openTab>>): Promise<void> {
  await vi.advanceTimersByTimeAsync(500);
  // A read that begins after a write ends after it.
  await tab.readRecord('qc|public');
}
const hide = (state: DocumentVisibilityState) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

test('what is set is on the disk after a quiet moment, the last word of it, in one write', async () => {
  const tab = await openTab();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  for (const value of ['1', '2', '3']) tab.mirror.setItem('qc|public', value);
  expect(tab.mirror.getItem('qc|public')).toBe('3');
  expect(put).not.toHaveBeenCalled();
  await idle(tab);
  expect(await tab.readRecord('qc|public')).toBe('3');
  expect(put).toHaveBeenCalledOnce();
  tab.mirror.setItem('qc|public', '4');
  await idle(tab);
  expect(await tab.readRecord('qc|public')).toBe('4');
});

test('so it is in a browser that says itself when it is idle', async () => {
  const asked = vi.fn((work: () => void) => work());
  vi.stubGlobal('requestIdleCallback', asked);
  const tab = await openTab();
  tab.mirror.setItem('qc|public', '1');
  expect(asked).toHaveBeenCalledOnce();
  expect(await tab.readRecord('qc|public')).toBe('1');
});

test('a page that was hidden meanwhile writes nothing, but at its flush', async () => {
  const tab = await openTab();
  tab.mirror.setItem('qc|public', '1');
  hide('hidden');
  await idle(tab);
  expect(await tab.readRecord('qc|public')).toBeUndefined();
  await tab.mirror.flush();
  expect(await tab.readRecord('qc|public')).toBe('1');
});

test('nothing is written of who does not use the phone any more', async () => {
  const tab = await openTab();
  tab.mirror.setItem('qc|user|ada', '1');
  mayWrite = false;
  await tab.mirror.flush();
  expect(await tab.readRecord('qc|user|ada')).toBeUndefined();
});

test('what the disk refused lives in memory, and the disk is not asked again', async () => {
  const tab = await openTab();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  tab.mirror.setItem('qc|public', '1');
  await tab.mirror.flush();
  tab.mirror.setItem('qc|public', '2');
  await tab.mirror.flush();
  expect(put).toHaveBeenCalledOnce();
  expect(tab.mirror.getItem('qc|public')).toBe('2');
});

test('what was removed is nowhere', async () => {
  const tab = await openTab();
  tab.mirror.setItem('qc|public', '1');
  await tab.mirror.flush();
  tab.mirror.removeItem('qc|public');
  expect(tab.mirror.getItem('qc|public')).toBeNull();
  expect(await tab.readRecord('qc|public')).toBeUndefined();
});

test('the disk fills what this tab has not set, and only with text', async () => {
  const tab = await openTab();
  await tab.writeRecord('qc|public', 'of the disk');
  await tab.writeRecord('qc|user|ada', 42);
  await tab.mirror.fill('qc|public');
  await tab.mirror.fill('qc|user|ada');
  expect(tab.mirror.getItem('qc|public')).toBe('of the disk');
  expect(tab.mirror.getItem('qc|user|ada')).toBeNull();
  tab.mirror.setItem('qc|public', 'newer');
  await tab.mirror.fill('qc|public');
  expect(tab.mirror.getItem('qc|public')).toBe('newer');
});

test('a megabyte is taken, a letter more is not', async () => {
  const { mirror } = await openTab();
  const megabyte = 'x'.repeat(1_000_000);
  mirror.setItem('qc|public', megabyte);
  expect(() => mirror.setItem('qc|public', `${megabyte}x`)).toThrow();
  expect(mirror.getItem('qc|public')).toHaveLength(1_000_000);
});

test('after its end it takes and writes nothing any more, and asks no page that is gone', async () => {
  const tab = await openTab();
  tab.mirror.setItem('qc|public', 'waits for an idle moment');
  tab.mirror.close();
  vi.stubGlobal('document', undefined);
  await idle(tab);
  tab.mirror.setItem('qc|public', 'late');
  await idle(tab);
  await tab.mirror.flush();
  expect(await tab.readRecord('qc|public')).toBeUndefined();
});
