import { onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SavedCache } from './outbox-drain.ts';

const read = { type: 'notif.read', noticeId: 'a' } as const;

beforeEach(() => {
  onlineManager.setOnline(true);
  vi.stubGlobal('indexedDB', new IDBFactory());
});

/** A tab whose server takes everything. @returns the outbox and whether the cache has the answer. */
async function openTab(saved: SavedCache) {
  vi.resetModules();
  const outbox = await import('./outbox.ts');
  const onDone = vi.fn();
  outbox.registerSender('notif', { send: async () => 'done', onDone, onRefused: () => {} });
  outbox.startOutbox({
    userId: () => 'ada',
    failureOf: () => ({ status: null, retryAfterMs: null }),
    onExpired: () => {},
    saved,
  });
  const rows = async () => (await (await import('./idb.ts')).listRecords('ob|ada|')).length;
  return { ...outbox, onDone, rows };
}

function gate() {
  let open: () => void = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

test('an answer that came before the saved cache was read waits for it: what it changes must be there', async () => {
  const { open, passed } = gate();
  const whenRead = vi.fn(() => passed);
  const tab = await openTab({ whenRead, keep: async () => {} });
  const submitted = tab.submit(read);
  await vi.waitFor(() => expect(whenRead).toHaveBeenCalled());
  expect(tab.onDone).not.toHaveBeenCalled();
  expect(tab.waitingCommands()).toHaveLength(1);
  open();
  expect(await submitted).toMatchObject({ kind: 'done' });
  expect(tab.onDone).toHaveBeenCalledOnce();
});

test('the row stays until what the answer changed is on the disk: a phone killed before shows nothing old', async () => {
  const { open, passed } = gate();
  const keep = vi.fn(() => passed);
  const tab = await openTab({ whenRead: async () => {}, keep });
  const submitted = tab.submit(read);
  await vi.waitFor(() => expect(keep).toHaveBeenCalled());
  expect(tab.onDone).toHaveBeenCalledOnce();
  expect(await tab.rows()).toBe(1);
  open();
  await submitted;
  expect(await tab.rows()).toBe(0);
});
