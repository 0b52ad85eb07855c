import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { type CartCommandPayload, cartCommandRules } from '../../features/cart/data/cart-command-rules.ts';
import { notificationCommandRules } from '../../features/notifications/data/notification-command-rules.ts';
import { OfflineStorage } from '../storage/storage.ts';
import { createOutboxCommand } from './command.ts';
import { OutboxRepository } from './outbox-repository.ts';

const NOW = 1_700_000_000_000;
const DAY_MS = 24 * 60 * 60_000;
const line = { productId: 'rice', variant: null, sellingUnitName: null };
const set = (quantity: number): CartCommandPayload => ({
  type: 'cart.set',
  line,
  body: { productId: 'rice', quantity },
});
let rows: OutboxRepository;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  rows = new OutboxRepository(new OfflineStorage());
  rows.setRules(cartCommandRules);
  rows.setRules(notificationCommandRules);
});

/** Adds the command of a tap at this time of the phone's clock. */
async function tap(id: string, atMs: number, fields: CartCommandPayload = set(1)): Promise<void> {
  await rows.add(createOutboxCommand(cartCommandRules, fields, 'ada', id, atMs), true);
}

const ids = async () => (await rows.list('ada')).map(({ id }) => id);

test('a command begins untried, and each try is counted', async () => {
  await tap('a', NOW);
  const tries = async () => (await rows.list('ada')).map((command) => command.tries);
  expect(await tries()).toEqual([0]);
  await rows.takeNext('ada', 'cart', NOW + 1);
  expect(await tries()).toEqual([1]);
});

test('what melted away goes with the next sending, and what was sent melts with nothing', async () => {
  await tap('a', NOW);
  await tap('b', NOW + 1, set(2));
  expect(await ids()).toEqual(['a', 'b']);
  expect(await rows.takeNext('ada', 'cart', NOW + 2)).toMatchObject({ id: 'b', tries: 1 });
  expect(await ids()).toEqual(['b']);
  await tap('c', NOW + 3, set(3));
  expect(await rows.takeNext('ada', 'cart', NOW + 4)).toMatchObject({ id: 'b', tries: 2 });
  expect(await ids()).toEqual(['b', 'c']);
});

test('what melted away before it was a day old is no loss', async () => {
  await tap('a', NOW);
  await tap('b', NOW + 1, { type: 'cart.remove', line });
  expect(await rows.dropLost('ada', NOW + DAY_MS + 2)).toEqual(['cart']);
  expect(await ids()).toEqual([]);
});
