import { beforeEach, expect, test } from 'vitest';
import { outboxScopes } from '../app/outbox-scopes.ts';
import { type NotificationIntent, notificationScope } from '../features/notifications/notification-scope.ts';
import { deleteRecords } from './idb.ts';
import { draftCommand } from './outbox-queue.ts';
import {
  addCommand,
  countServerError,
  listCommands,
  setScopes,
  takeNext,
  takeUpCommands,
} from './outbox-store.ts';

const NOW = 1_700_000_000_000;
const read = (noticeId: string): NotificationIntent => ({ type: 'notif.read', noticeId });

beforeEach(async () => {
  setScopes(outboxScopes);
  await deleteRecords('ob|');
});

/** A tap at a time of the phone's clock. */
async function tap(noticeId: string, atMs: number): Promise<void> {
  await addCommand(notificationScope, draftCommand(notificationScope, read(noticeId), 'ada', noticeId, atMs));
}

test('taps keep their order while the phone’s clock jumps back, twice', async () => {
  await tap('a', NOW);
  await tap('b', NOW + 5);
  await tap('c', NOW - 60_000);
  await tap('d', NOW - 120_000);
  const waiting = await listCommands('ada');
  expect(waiting.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('a command begins untried; tries and faults of the server are counted one by one', async () => {
  await tap('a', NOW);
  const stored = async () => {
    const [command] = await listCommands('ada');
    return command && [command.tries, command.serverErrors];
  };
  expect(await stored()).toEqual([0, 0]);
  const sent = await takeNext('ada', 'notif', NOW + 1);
  expect(await stored()).toEqual([1, 0]);
  if (!sent) throw new Error('nothing to send');
  await countServerError(sent);
  await countServerError(sent);
  expect(await stored()).toEqual([1, 2]);
});

test('a tap of another page is taken up once: not where its row is written already, and not when it is old', async () => {
  await tap('a', NOW);
  const [row] = await listCommands('ada');
  const note = (id: string, createdAt: number) => {
    const draft = draftCommand(notificationScope, read(id), 'ada', id, createdAt);
    localStorage.setItem(`outboxTap|ob|ada|${id}`, JSON.stringify(draft));
  };
  note('a', NOW);
  note('b', NOW + 1);
  note('old', NOW - 86_400_001);
  expect(await takeUpCommands('ada', NOW)).toBe(0);
  const waiting = await listCommands('ada');
  expect(waiting.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(waiting[0]).toEqual(row);
  expect(Object.keys(localStorage)).toEqual([]);
});
