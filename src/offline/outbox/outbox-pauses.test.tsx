import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createCommandRefusal,
  createSetQuantityFields,
  registerOutboxPhoneForFile,
} from '../../../tests/support/outbox-tab.ts';

/** Tests when the queue goes on by itself. */

const { openTab } = registerOutboxPhoneForFile();

afterEach(() => vi.useRealTimers());

/** Passes time in steps, each with the turns of the event loop that the database needs. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 250));
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
}

test('an answer that takes its whole twenty seconds counts, also behind one that took five', async () => {
  stopClock();
  onlineManager.setOnline(false);
  const tab = await openTab(
    ({ tries }) =>
      new Promise((resolve) => setTimeout(resolve, tries === 1 && tab.calls.length === 1 ? 5_500 : 19_900)),
  );
  void tab.submit(createSetQuantityFields(2));
  void tab.submit(createSetQuantityFields(1, 'oil'));
  await pass(250);
  onlineManager.setOnline(true);
  await pass(5_750);
  expect(tab.calls).toHaveLength(2);
  await pass(20_250);
  expect(tab.answers.done).toHaveLength(2);
  expect(tab.calls).toHaveLength(2);
});

test('lost answers are tried again after one, two, four and eight seconds', async () => {
  stopClock();
  const sentAt: number[] = [];
  const begunAt = Date.now();
  const tab = await openTab(() => {
    sentAt.push(Math.round((Date.now() - begunAt) / 1_000));
    throw createCommandRefusal(null);
  });
  void tab.submit(createSetQuantityFields(2));
  await pass(16_000);
  expect(sentAt).toEqual([0, 1, 3, 7, 15]);
});

test('a clock that is set back during a pause does not lengthen it', async () => {
  stopClock();
  const tab = await openTab(() => {
    if (tab.calls.length === 1) throw createCommandRefusal(503);
    return 'cart';
  });
  void tab.submit(createSetQuantityFields(2));
  await pass(250);
  vi.setSystemTime(Date.now() - 2 * 60 * 60_000);
  await pass(1_000);
  expect(tab.answers.done).toHaveLength(1);
});

test('what was under way when the page was left is sent again a second later, if the page stayed', async () => {
  stopClock();
  const tab = await openTab(() => (tab.calls.length === 1 ? new Promise(() => undefined) : 'cart'));
  void tab.submit(createSetQuantityFields(2));
  await pass(250);
  expect(tab.calls).toHaveLength(1);
  dispatchEvent(new Event('pagehide'));
  await pass(750);
  expect(tab.calls).toHaveLength(1);
  await pass(500);
  expect(tab.calls).toHaveLength(2);
  expect(tab.answers.done).toHaveLength(1);
});

test('a change that waits is sent as soon as the server answers anything', async () => {
  stopClock();
  let isLost = true;
  const tab = await openTab(() => {
    if (isLost) throw createCommandRefusal(null);
    return 'cart';
  });
  void tab.submit(createSetQuantityFields(2));
  await pass(250);
  expect(tab.calls).toHaveLength(1);
  isLost = false;
  tab.outbox.noteServerAnswer();
  await pass(250);
  expect(tab.answers.done).toHaveLength(1);
});

test('with nothing to send an answer of the server reads nothing from the disk, and a waking writes nothing', async () => {
  stopClock();
  const tab = await openTab(() => 'cart');
  await pass(500);
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys');
  const write = vi.spyOn(IDBObjectStore.prototype, 'put');
  tab.outbox.noteServerAnswer();
  await pass(500);
  expect(read).not.toHaveBeenCalled();
  tab.outbox.wake();
  await pass(500);
  expect(read).toHaveBeenCalled();
  expect(write).not.toHaveBeenCalled();
});

test('what a database that hangs would tell is waited for 600 ms', async () => {
  stopClock();
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const tab = await openTab(() => 'cart');
  await pass(599);
  expect(tab.outbox.view.isRead()).toBe(false);
  await pass(1);
  expect(tab.outbox.view.isRead()).toBe(true);
});

test('who taps Try Again waits for no pause, also not for one that the server asked for', async () => {
  stopClock();
  const tab = await openTab(() => {
    if (tab.calls.length === 1) throw createCommandRefusal(503, 600_000, true);
    return 'cart';
  });
  void tab.submit(createSetQuantityFields(2));
  await pass(250);
  tab.outbox.wake();
  await pass(30_000);
  expect(tab.calls).toHaveLength(1);
  tab.outbox.sendNow();
  await pass(250);
  expect(tab.calls).toHaveLength(2);
});
