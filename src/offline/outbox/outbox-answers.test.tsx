import { onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type NotificationCommandPayload,
  notificationCommandRules,
} from '../../features/notifications/data/notification-command-rules.ts';
import { OfflineStorage } from '../storage/storage.ts';
import type { CommandSender, OutboxDrainOptions } from './command.ts';
import { Outbox } from './outbox.ts';

const read = { type: 'notif.read', noticeId: 'a' } as const;

beforeEach(() => {
  onlineManager.setOnline(true);
  vi.stubGlobal('indexedDB', new IDBFactory());
});

/** Opens a tab whose server accepts everything. @returns the outbox and whether the cache has the answer. */
async function openTab(cache: OutboxDrainOptions['cache'], send: CommandSender['send'] = async () => 'done') {
  const storage = new OfflineStorage();
  const outbox = new Outbox(storage);
  const [onDone, onEndElsewhere] = [vi.fn(), vi.fn()];
  outbox.register(notificationCommandRules, { send, onDone, onEndElsewhere, onRefused: () => {} });
  outbox.start({
    userId: () => 'ada',
    onExpired: () => {},
    cache,
  });
  const rows = async () => (await storage.list('ob|ada|')).length;
  const submit = (fields: NotificationCommandPayload) => outbox.submit(notificationCommandRules, fields);
  return { outbox, submit, onDone, onEndElsewhere, rows };
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
  const tab = await openTab({ whenRead, persist: async () => {} });
  const submitted = tab.submit(read);
  await vi.waitFor(() => expect(whenRead).toHaveBeenCalled());
  expect(tab.onDone).not.toHaveBeenCalled();
  expect(tab.outbox.view.waiting()).toHaveLength(1);
  open();
  expect(await submitted).toMatchObject({ kind: 'done' });
  expect(tab.onDone).toHaveBeenCalledOnce();
});

test('the row stays until what the answer changed is on the disk: a phone killed before shows nothing old', async () => {
  const { open, passed } = gate();
  const persist = vi.fn(() => passed);
  const tab = await openTab({ whenRead: async () => {}, persist });
  const submitted = tab.submit(read);
  await vi.waitFor(() => expect(persist).toHaveBeenCalled());
  expect(tab.onDone).toHaveBeenCalledOnce();
  expect(await tab.rows()).toBe(1);
  open();
  await submitted;
  expect(await tab.rows()).toBe(0);
});

test('what was answered shows no more, though its row is read again before it goes', async () => {
  const { open, passed } = gate();
  const persist = vi.fn(() => passed);
  const tab = await openTab({ whenRead: async () => {}, persist });
  const submitted = tab.submit(read);
  await vi.waitFor(() => expect(persist).toHaveBeenCalled());
  expect(tab.outbox.view.waiting()).toEqual([]);
  const shown: number[] = [];
  tab.outbox.view.subscribe(() => shown.push(tab.outbox.view.waiting().length));
  // Every answer of the server and every message of another tab wakes the outbox in this way.
  tab.outbox.wake();
  expect(await tab.rows()).toBe(1);
  await new Promise((resolve) => setTimeout(resolve));
  open();
  await submitted;
  expect(new Set([...shown, 0])).toEqual(new Set([0]));
});

test('what another tab had answered shows no more from the moment that its answer counts here', async () => {
  onlineManager.setOnline(false);
  const tab = await openTab({ whenRead: async () => {}, persist: async () => {} });
  await tab.submit(read);
  const [command] = tab.outbox.view.waiting();
  const other = new BroadcastChannel('app-outbox');
  other.postMessage({ kind: 'ended', end: { command, isDone: true, reply: null, atMs: Date.now() } });
  await vi.waitFor(() => expect(tab.onEndElsewhere).toHaveBeenCalledOnce());
  expect(tab.outbox.view.waiting()).toEqual([]);
  expect(await tab.rows()).toBe(1);
  other.close();
});

test('an answer that comes after the page was left counts only when the next try has it', async () => {
  const { open, passed } = gate();
  const signals: AbortSignal[] = [];
  const tab = await openTab({ whenRead: async () => {}, persist: async () => {} }, async (_, signal) => {
    signals.push(signal);
    if (signals.length === 1) await passed;
  });
  void tab.submit(read);
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  dispatchEvent(new Event('pagehide'));
  expect(signals[0]?.aborted).toBe(true);
  // Each try waits for the database, and the answer of the first comes first.
  open();
  await vi.waitFor(() => expect(tab.outbox.view.waiting()).toMatchObject([{ tries: 1 }]));
  expect(tab.onDone).not.toHaveBeenCalled();
  dispatchEvent(new Event('pageshow'));
  await vi.waitFor(() => expect(tab.onDone).toHaveBeenCalledOnce());
  expect(signals).toHaveLength(2);
  await vi.waitFor(async () => expect(await tab.rows()).toBe(0));
});
