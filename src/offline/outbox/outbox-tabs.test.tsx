import { onlineManager } from '@tanstack/react-query';
import { IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import {
  createCommandRefusal,
  neverAnsweringServer,
  registerOutboxPhoneForFile,
  createSetQuantityFields as set,
  waitForIdleOutbox,
} from '../../../tests/support/outbox-tab.ts';

const phone = registerOutboxPhoneForFile();
const { openTab } = phone;

describe('two tabs', () => {
  test('send each command once, and both show the same', async () => {
    onlineManager.setOnline(false);
    const a = await openTab(() => 'cart');
    const b = await openTab(() => 'cart');
    await Promise.all([a.submit(set(1, 'rice')), b.submit(set(1, 'oil')), a.submit(set(1, 'beans'))]);
    await expect.poll(() => [a, b].map((tab) => tab.outbox.view.waiting().length)).toEqual([3, 3]);
    onlineManager.setOnline(true);
    await waitForIdleOutbox(a);
    await waitForIdleOutbox(b);
    const ids = [...a.calls, ...b.calls].map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    // A tab may see that a row is gone before it learns why.
    const ends = () => [...a.answers.endsElsewhere, ...b.answers.endsElsewhere];
    await expect.poll(() => ends().length).toBe(3);
    expect(new Set(ends().map(({ command }) => command.id))).toEqual(new Set(ids));
    expect(ends().every(({ isDone, reply }) => isDone && reply === 'cart')).toBe(true);
  });

  test('hear of an end before its row goes: a tab that ends in between leaves it to be repeated', async () => {
    const a = await openTab(() => 'cart');
    const said = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    const deleted = vi.spyOn(IDBObjectStore.prototype, 'delete');
    await a.submit(set(2));
    const end = said.mock.calls.findIndex(([{ kind }]) => kind === 'ended');
    const row = deleted.mock.calls.findIndex(([key]) => String(key).startsWith('ob|'));
    expect(said.mock.invocationCallOrder[end]).toBeLessThan(deleted.mock.invocationCallOrder[row] ?? 0);
  });

  test('leave the disk alone while hidden, and read it when they are seen', async () => {
    onlineManager.setOnline(false);
    const a = await openTab(() => 'cart');
    const b = await openTab(() => 'cart');
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const ear = new BroadcastChannel('app-outbox');
    const heard = new Promise((resolve) => {
      ear.onmessage = resolve;
    });
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    await a.submit(set(2));
    const ownReads = read.mock.calls.length;
    await heard;
    ear.close();
    expect(read).toHaveBeenCalledTimes(ownReads);
    expect(b.outbox.view.waiting()).toEqual([]);
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => b.outbox.view.waiting()).toMatchObject([{ body: { quantity: 2 } }]);
  });

  test('of two shoppers do not hear of each other', async () => {
    const a = await openTab(() => 'cart');
    const b = await openTab(neverAnsweringServer);
    const said = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    await a.submit(set(2));
    await expect.poll(() => b.answers.endsElsewhere.length).toBe(1);
    const message = said.mock.calls.map(([words]) => words).find(({ end }) => end);
    phone.userId = 'bayo';
    const [mouth, ear] = [new BroadcastChannel('app-outbox'), new BroadcastChannel('app-outbox')];
    const heard = new Promise((resolve) => {
      ear.onmessage = resolve;
    });
    mouth.postMessage(message);
    await heard;
    for (const channel of [mouth, ear]) channel.close();
    expect(b.answers.endsElsewhere).toHaveLength(1);
  });

  test('tell each other that a command was refused, and not that it is done', async () => {
    const a = await openTab(() => {
      throw createCommandRefusal(400);
    });
    const b = await openTab(neverAnsweringServer);
    await a.submit(set(2));
    await expect
      .poll(() => b.answers.endsElsewhere)
      .toMatchObject([{ command: { type: 'cart.set' }, isDone: false }]);
  });

  test("melt into each other's waiting commands", async () => {
    onlineManager.setOnline(false);
    const a = await openTab(() => 'cart');
    const b = await openTab(() => 'cart');
    await a.submit(set(2));
    // Two taps in the same millisecond have no order until one tab knows of the other's.
    await expect.poll(() => b.outbox.view.waiting()).toHaveLength(1);
    await b.submit(set(5));
    await expect.poll(() => a.outbox.view.waiting()).toMatchObject([{ body: { quantity: 5 } }]);
  });
});
