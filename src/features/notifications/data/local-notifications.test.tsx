import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { storage, testAppServices } from '../../../../tests/support/own-app.tsx';
import { emitLocalNotification } from '../../../lib/local-notification.ts';
import { createLocalNotificationStore } from './local-notifications.ts';
import { notificationQueryKeys } from './notification-queries.ts';
import { mergeLocalNotifications } from './notification-view.ts';
import { addNotificationToCache, startReceivingNotifications } from './notifications-realtime.ts';

const local = testAppServices.get(createLocalNotificationStore);

const fact = (factKey: string) => ({
  factKey,
  type: 'success' as const,
  category: 'payment' as const,
  title: 'Payment Successful',
  message: 'Payment successful! ₦500 paid via Wallet',
  data: {},
});
const fromServer = (factKey: string, createdAt = '2026-01-01T10:00:00.000Z'): ShopperNotification => ({
  ...fact(factKey),
  _id: `server ${factKey}`,
  read: false,
  readAt: null,
  createdAt,
  timeAgo: 'Just now',
});

describe('notifications made on this phone', () => {
  beforeEach(() => local.adopt('ada'));
  afterEach(async () => {
    local.remove(() => true);
    await local.adopt(null);
  });

  it('one that comes while the stored ones are read is there once, also at the next start', async () => {
    local.add(fact('pay:1'), []);
    await vi.waitFor(async () => expect(await storage.list('ln|ada|')).toHaveLength(1));
    const isRead = local.adopt('ada');
    local.add(fact('pay:1'), []);
    await isRead;
    expect(local.current()).toHaveLength(1);
    await local.adopt('ada');
    expect(local.current()).toHaveLength(1);
  });

  it('a new one is in front, unread, and a fact is told once', () => {
    local.add(fact('pay:1'), []);
    local.add(fact('pay:2'), []);
    local.add(fact('pay:2'), []);
    expect(local.current().map((notification) => notification.factKey)).toEqual(['pay:2', 'pay:1']);
    expect(
      local.current().every((notification) => !notification.read && notification._id.length === 36),
    ).toBe(true);
  });

  it('stands in front of what is shown already, though the phone’s clock is slow', () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const shown = [fromServer('pay:0', later)];
    local.add(fact('pay:1'), shown);
    local.add(fact('pay:2'), shown);
    const list = mergeLocalNotifications(shown, local.current());
    expect(list.map((notification) => notification.factKey)).toEqual(['pay:2', 'pay:1', 'pay:0']);
  });

  it('survives a restart for its owner, and nobody else sees it', async () => {
    local.add(fact('pay:1'), []);
    local.markRead(() => true);
    const key = `ln|ada|${local.current()[0]?._id}`;
    await expect.poll(async () => (await storage.read<ShopperNotification>(key))?.read).toBe(true);
    await local.adopt('bola');
    expect(local.current()).toEqual([]);
    await local.adopt('ada');
    expect(local.current()).toMatchObject([{ factKey: 'pay:1', read: true }]);
  });

  it('at most fifty are kept, on the disk too', async () => {
    for (let number = 0; number < 60; number += 1) local.add(fact(`pay:${number}`), []);
    expect(local.current()).toHaveLength(50);
    expect(local.current()[0]?.factKey).toBe('pay:59');
    await expect.poll(async () => (await storage.list('ln|ada|')).length).toBe(50);
    await local.adopt(null);
    await local.adopt('ada');
    const kept = new Set(local.current().map(({ factKey }) => factKey));
    expect(kept).toEqual(new Set(Array.from({ length: 50 }, (_, index) => `pay:${index + 10}`)));
  });

  it('one is read alone: the others stay unread', async () => {
    local.add(fact('pay:1'), []);
    local.add(fact('pay:2'), []);
    local.markRead(({ factKey }) => factKey === 'pay:1');
    expect(local.current()).toMatchObject([
      { factKey: 'pay:2', read: false, readAt: null },
      { factKey: 'pay:1', read: true },
    ]);
  });

  it('ends after a week, on the disk too', async () => {
    const WEEK_MS = 604_800_000;
    const keep = async (id: string, ageMs: number) => {
      const createdAt = new Date(Date.now() - ageMs).toISOString();
      await storage.write(`ln|ada|${id}`, { ...fromServer(id, createdAt), _id: id });
    };
    await keep('new', WEEK_MS - 60_000);
    await keep('old', WEEK_MS + 60_000);
    await local.adopt('ada');
    expect(local.current().map(({ _id }) => _id)).toEqual(['new']);
    const onDisk = async () => (await storage.list('ln|ada|')).map(([key]) => key);
    await expect.poll(onDisk).toEqual(['ln|ada|new']);
  });

  it('of more than fifty that two tabs wrote the newest fifty stay', async () => {
    for (let number = 0; number < 52; number += 1) {
      const id = `id${number}`;
      const createdAt = new Date(Date.now() - number * 1_000).toISOString();
      await storage.write(`ln|ada|${id}`, { ...fromServer(id, createdAt), _id: id });
    }
    await local.adopt('ada');
    const newest = Array.from({ length: 50 }, (_, number) => `id${number}`);
    expect(local.current().map(({ _id }) => _id)).toEqual(newest);
    const onDisk = async () => (await storage.list('ln|ada|')).map(([key]) => key.slice(7));
    await expect.poll(onDisk).toEqual([...newest].sort());
  });

  it('gives way to the server’s notification of the same fact', () => {
    local.add(fact('pay:1'), []);
    local.add(fact('pay:2'), []);
    const shown = mergeLocalNotifications([fromServer('pay:1')], local.current());
    expect(shown.map((notification) => notification._id)).toEqual([local.current()[0]?._id, 'server pay:1']);
  });

  it('ends when the server’s list holds the same fact, and only then', async () => {
    const queryClient = new QueryClient();
    // The app asks for the list after each notification; here the list arrives when the test says so.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const stop = startReceivingNotifications(testAppServices, queryClient, 'ada');
    emitLocalNotification(fact('pay:1'));
    emitLocalNotification(fact('pay:2'));
    const kept = () => local.current().map((notification) => notification.factKey);
    queryClient.setQueryData(
      ['u', 'bola', ...notificationQueryKeys.list('ada').slice(2)],
      [fromServer('pay:2')],
    );
    queryClient.setQueryData(notificationQueryKeys.unread('ada'), 2);
    expect(kept()).toEqual(['pay:2', 'pay:1']);
    queryClient.setQueryData(notificationQueryKeys.list('ada'), [fromServer('pay:1')]);
    expect(kept()).toEqual(['pay:2']);
    stop();
    vi.unstubAllGlobals();
  });

  it('nobody signed in, nothing kept', async () => {
    await local.adopt(null);
    local.add(fact('pay:1'), []);
    expect(local.current()).toEqual([]);
  });
});

describe('pushed notifications', () => {
  it('enter the list and the count once, however often they come', () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(notificationQueryKeys.list('ada'), [fromServer('pay:1')]);
    queryClient.setQueryData(notificationQueryKeys.unread('ada'), 1);
    expect(addNotificationToCache(queryClient, 'ada', fromServer('pay:2'))).toBe(true);
    expect(addNotificationToCache(queryClient, 'ada', fromServer('pay:2'))).toBe(false);
    expect(queryClient.getQueryData(notificationQueryKeys.list('ada'))).toHaveLength(2);
    expect(queryClient.getQueryData(notificationQueryKeys.unread('ada'))).toBe(2);
  });
});
