import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createCommandRefusal,
  createSetQuantityFields,
  registerOutboxPhoneForFile,
} from '../../../tests/support/outbox-tab.ts';
import { cartCommandRules } from '../../features/cart/data/cart-command-rules.ts';
import { OfflineStorage } from '../storage/storage.ts';
import { createOutboxCommand, isCommandExpired } from './command.ts';
import { OutboxRepository } from './outbox-repository.ts';

const { openTab } = registerOutboxPhoneForFile();
const DAY_MS = 86_400_000;
const NOW = 1_700_000_000_000;

afterEach(() => vi.useRealTimers());

function sleepADay(): void {
  vi.setSystemTime(Date.now() + DAY_MS + 1_000);
}

test('a tab that wakes after a day says what is lost, also while offline, and never sends it', async () => {
  onlineManager.setOnline(false);
  const tab = await openTab(() => 'cart');
  await tab.submit(createSetQuantityFields(2));
  await tab.submit(createSetQuantityFields(1, 'oil'));
  sleepADay();
  tab.outbox.wake();
  await expect.poll(() => tab.answers.expired).toBe(2);
  expect(tab.outbox.view.waiting()).toEqual([]);
  onlineManager.setOnline(true);
  await tab.submit(createSetQuantityFields(5, 'beans'));
  expect(tab.calls).toMatchObject([{ line: { productId: 'beans' } }]);
});

test.each([
  ['hear', BroadcastChannel],
  ['cannot hear', undefined],
])('two tabs that wake and %s of each other tell a loss once', async (_, channel) => {
  vi.stubGlobal('BroadcastChannel', channel);
  onlineManager.setOnline(false);
  const tabs = [await openTab(() => 'cart'), await openTab(() => 'cart')];
  await tabs[0]?.submit(createSetQuantityFields(2));
  tabs[1]?.outbox.wake();
  await expect.poll(() => tabs.map((tab) => tab.outbox.view.waiting().length)).toEqual([1, 1]);
  sleepADay();
  for (const tab of tabs) tab.outbox.wake();
  await expect.poll(() => tabs.map((tab) => tab.outbox.view.waiting().length)).toEqual([0, 0]);
  expect(tabs.flatMap((tab) => tab.answers.losses)).toEqual([1]);
});

test('who has lost nothing is told nothing', async () => {
  const tab = await openTab(() => 'cart');
  await tab.submit(createSetQuantityFields(2));
  const next = await openTab(() => 'cart');
  await next.submit(createSetQuantityFields(3));
  expect([...tab.answers.losses, ...next.answers.losses]).toEqual([]);
});

test('a change that is repeated until it is a day old ends with a word, though the tab never slept', async () => {
  const tab = await openTab(() => {
    throw createCommandRefusal(429, 0);
  });
  await tab.submit(createSetQuantityFields(2));
  sleepADay();
  await expect.poll(() => tab.answers.expired).toBe(1);
  expect(tab.outbox.view.waiting()).toEqual([]);
});

test('a command is taken for sending until it is a day old, and not a moment longer', async () => {
  const fields = createSetQuantityFields(2);
  const draft = createOutboxCommand(cartCommandRules, fields, 'ada', 'c-1', 1_000);
  const rows = new OutboxRepository(new OfflineStorage());
  rows.setRules(cartCommandRules);
  await rows.add(draft, true);
  expect(await rows.takeNext('ada', 'cart', 1_000 + 86_400_000)).toMatchObject({ id: 'c-1', tries: 1 });
  expect(await rows.dropLost('ada', 1_000 + 86_400_000)).toEqual([]);
  expect(await rows.takeNext('ada', 'cart', 1_001 + 86_400_000)).toBeNull();
  expect(await rows.dropLost('ada', 1_001 + 86_400_000)).toEqual(['cart']);
});

const YEARS_MS = 6 * 365 * DAY_MS;

test.each([
  ['is set back by years', -YEARS_MS],
  ['was years behind at the tap', YEARS_MS],
])('what was never sent is not lost because a clock %s', async (_, jumpMs) => {
  onlineManager.setOnline(false);
  let calls = 0;
  const server = () => {
    calls += 1;
    if (calls === 1) throw createCommandRefusal(null);
    return 'cart';
  };
  const tabs = [await openTab(server)];
  await tabs[0]?.submit(createSetQuantityFields(2));
  vi.setSystemTime(Date.now() + jumpMs);
  tabs.push(await openTab(server));
  await expect.poll(() => tabs[1]?.outbox.view.waiting().length).toBe(1);
  onlineManager.setOnline(true);
  await expect.poll(() => calls).toBeGreaterThan(0);
  for (const tab of tabs) tab.outbox.wake();
  await expect.poll(() => tabs.flatMap(({ answers }) => answers.done).length).toBe(1);
  expect(tabs.flatMap(({ answers }) => answers.losses)).toEqual([]);
});

test('what was sent ends a day after that, whatever its date says: the server may have forgotten its key', () => {
  const sent = { createdAt: NOW + 6 * 365 * DAY_MS, sentAt: NOW };
  expect(isCommandExpired(sent, NOW + DAY_MS)).toBe(false);
  expect(isCommandExpired(sent, NOW + DAY_MS + 1)).toBe(true);
});
