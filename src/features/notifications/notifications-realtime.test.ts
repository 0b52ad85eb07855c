import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/react-query';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Notification } from '#contract/schemas/notification.ts';
import { catchToasts, scriptApi } from '../../../tests/support/screen-stage.tsx';
import { connectLive } from '../../lib/live-socket.ts';
import { tellFact } from '../../lib/local-facts.ts';
import { deleteRecords, readRecord } from '../../offline/idb.ts';
import { dismissToasts, type ToastRequest } from '../../ui/toast.ts';
import { noteLastSeen } from './last-seen.ts';
import { localNotices } from './local-notices.ts';
import { notificationKeys, notificationList, unreadCount } from './notification-queries.ts';
import { followNotifications, refetchNotices } from './notifications-realtime.ts';

const unreadKey = notificationKeys.unread('ada');
let io: Server;
let line: Socket;
let queryClient: QueryClient;
let toasts: ToastRequest[];
let stops: (() => void)[];

beforeEach(async () => {
  const http = createServer();
  io = new Server(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`));
  const connected = new Promise<Socket>((resolve) => io.on('connection', resolve));
  for (const prefix of ['meta|', 'ln|']) await deleteRecords(prefix);
  dismissToasts();
  queryClient = new QueryClient();
  queryClient.setQueryData(unreadKey, 0);
  toasts = catchToasts();
  stops = [
    followNotifications(queryClient, 'ada'),
    await connectLive({
      credentials: () => ({ token: 't', userId: 'ada' }),
      refreshToken: async () => false,
      onConnect: () => undefined,
    }),
  ];
  line = await connected;
});
afterEach(async () => {
  for (const stop of stops) stop();
  await io.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function notice(id: string, createdAt = '2026-01-01T10:00:00.000Z'): Notification {
  return {
    _id: id,
    factKey: `fact ${id}`,
    type: 'success',
    category: 'payment',
    title: 'Payment Successful',
    message: `Payment ${id}`,
    data: {},
    read: false,
    readAt: null,
    createdAt,
    timeAgo: 'Just now',
  };
}

async function push(...notices: Notification[]): Promise<void> {
  for (const one of notices) line.emit('notification:new', one);
  // The end of what was sent: events keep their order.
  line.emit('notification:new', { ...notice('last'), category: 'system' });
  await vi.waitFor(() => expect(toasts.map(({ message }) => message)).toContain('Payment last'));
}

test('a push that comes twice counts and tells once, also before the list was loaded', async () => {
  await push(notice('1'), notice('1'));
  expect(toasts.map(({ message }) => message)).toEqual(['Payment 1', 'Payment last']);
  expect(queryClient.getQueryData(unreadKey)).toBe(2);
});

test('a push takes the place of what this phone made of the same fact, and of no other', async () => {
  scriptApi({});
  for (const id of ['1', '2']) tellFact({ ...notice(id), title: 'Made here' });
  await push(notice('1'));
  expect(localNotices().map(({ factKey }) => factKey)).toEqual(['fact 2']);
  // The phone learns it once more, later than the server's notice came.
  tellFact({ ...notice('1'), title: 'Made here' });
  expect(localNotices().map(({ factKey }) => factKey)).toEqual(['fact 2']);
});

test.each([
  ['payment', ['wallet', 'groups', 'group-stats']],
  ['wallet', ['wallet']],
  ['group_buy', ['groups', 'group-stats']],
  ['referral', ['wallet', 'referral']],
  ['order', ['groups']],
  ['system', []],
] as const)('a push about %s makes the figures old that it is about', async (category, old) => {
  const families = ['wallet', 'groups', 'group-stats', 'referral', 'cart'];
  for (const family of families) queryClient.setQueryData(['u', 'ada', family], {});
  await push({ ...notice('1'), category });
  const isOld = (family: string) => queryClient.getQueryState(['u', 'ada', family])?.isInvalidated;
  expect(families.filter(isOld)).toEqual(old);
});

const messages = () => toasts.map(({ message }) => message);

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Hides the page and shows it again, the clock going on meanwhile. */
function sleep(minutes: number): void {
  setVisibility('hidden');
  const wokenAtMs = Date.now() + minutes * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(wokenAtMs);
  setVisibility('visible');
}

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

function serve(notifications: readonly Notification[]) {
  return scriptApi({
    'GET /api/notifications': () => ({ json: { success: true, data: { notifications } } }),
  });
}

async function haveSeen(createdAt: string): Promise<void> {
  noteLastSeen('ada', createdAt);
  await vi.waitFor(async () => expect(await readRecord('meta|ada|seen')).toBe(createdAt));
}

test('after a sleep one toast sums up what is newer than the last one seen', async () => {
  await haveSeen(at(1));
  serve([notice('4', at(4)), { ...notice('3', at(3)), read: true }, notice('2', at(2)), notice('1', at(1))]);
  sleep(30);
  await vi.waitFor(() => expect(messages()).toEqual(['2 new notifications']));
  await vi.waitFor(async () => expect(await readRecord('meta|ada|seen')).toBe(at(4)));
  sleep(60);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(messages()).toEqual(['2 new notifications']);
});

test('a look away of less than 45 s is no sleep', async () => {
  await haveSeen(at(1));
  const sent = serve([notice('2', at(2))]);
  sleep(44 / 60);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(sent).toEqual([]);
  vi.restoreAllMocks();
  sleep(45 / 60);
  await vi.waitFor(() => expect(messages()).toEqual(['1 new notification']));
});

test('on a phone that has shown nothing yet, it counts the unread ones that were added', async () => {
  queryClient.setQueryData(unreadKey, 1);
  serve([notice('2', at(2)), notice('1', at(1))]);
  sleep(30);
  await vi.waitFor(() => expect(messages()).toEqual(['1 new notification']));
});

test('then a list that is newer than the count says how many there were before', async () => {
  queryClient.setQueryData(unreadKey, 1, { updatedAt: 1 });
  const before = [notice('2', at(2)), notice('1', at(1))];
  queryClient.setQueryData(notificationKeys.list('ada'), before, { updatedAt: 2 });
  serve([notice('3', at(3)), ...before]);
  sleep(30);
  await vi.waitFor(() => expect(messages()).toEqual(['1 new notification']));
});

test('what came while nobody looked is summed up once, by number, without asking anew', async () => {
  let count = 0;
  const pushUnseen = async (id: string) => {
    count += 1;
    line.emit('notification:new', notice(id, at(count)));
    await vi.waitFor(() => expect(queryClient.getQueryData(unreadKey)).toBe(count));
  };
  setVisibility('hidden');
  await pushUnseen('1');
  setVisibility('visible');
  await vi.waitFor(() => expect(messages()).toEqual(['1 new notification']));
  await vi.waitFor(async () => expect(await readRecord('meta|ada|seen')).toBe(at(1)));
  setVisibility('hidden');
  await pushUnseen('2');
  await pushUnseen('3');
  setVisibility('visible');
  await vi.waitFor(() => expect(messages()).toEqual(['1 new notification', '2 new notifications']));
  setVisibility('hidden');
  setVisibility('visible');
  expect(toasts).toHaveLength(2);
});

test('on a phone that has shown nothing yet, nothing new is no news', async () => {
  queryClient.setQueryData(unreadKey, 2);
  const sent = serve([notice('2', at(2)), notice('1', at(1))]);
  sleep(30);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(messages()).toEqual([]);
});

test('then a count that is newer than the list says how many there were before', async () => {
  const before = [notice('2', at(2)), notice('1', at(1))];
  queryClient.setQueryData(notificationKeys.list('ada'), before, { updatedAt: 1 });
  queryClient.setQueryData(unreadKey, 1, { updatedAt: 2 });
  serve(before);
  sleep(30);
  await vi.waitFor(() => expect(messages()).toEqual(['1 new notification']));
});

test('a page that is hidden again before the list came tells it on the next return', async () => {
  await haveSeen(at(1));
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const json = { success: true, data: { notifications: [notice('2', at(2))] } };
  scriptApi({ 'GET /api/notifications': () => held.then(() => ({ json })) });
  sleep(30);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1));
  setVisibility('hidden');
  answer();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(messages()).toEqual([]);
  setVisibility('visible');
  await vi.waitFor(() => expect(messages()).toEqual(['1 new notification']));
});

test('without an answer the next return asks again, and after one no more', async () => {
  await haveSeen(at(1));
  const lost = scriptApi({});
  sleep(30);
  await vi.waitFor(() => expect(lost).toHaveLength(1));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const sent = serve([notice('2', at(2))]);
  for (const _ of ['asks', 'knows']) {
    setVisibility('hidden');
    setVisibility('visible');
    await vi.waitFor(() => expect(messages()).toEqual(['1 new notification']));
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  }
  expect(sent).toHaveLength(1);
});

test('a fact that has its own toast is not in the sum, nor is what another tab has shown', async () => {
  await haveSeen(at(1));
  await push(notice('2', at(2)));
  serve([notice('3', at(3)), notice('2', at(2)), notice('1', at(1))]);
  sleep(30);
  await vi.waitFor(() => expect(messages()).toEqual(['Payment 2', 'Payment last', '1 new notification']));
});

test('the last one seen never goes back', async () => {
  await haveSeen(at(5));
  noteLastSeen('ada', at(2));
  await haveSeen(at(6));
});

describe('what is pushed while an answer is on its way', () => {
  /** Answers that wait until they are let go. */
  function hold(path: string, answers: readonly object[]) {
    const letGo: (() => void)[] = [];
    const sent = scriptApi({
      [`GET ${path}`]: () => {
        const data = answers[letGo.length];
        return new Promise((resolve) => letGo.push(() => resolve({ json: { success: true, data } })));
      },
    });
    return { sent, letGo };
  }

  test('stays in the list, once, although the answer may be older', async () => {
    const { letGo } = hold('/api/notifications', [{ notifications: [notice('2'), notice('1')] }]);
    const list = queryClient.fetchQuery(notificationList('ada'));
    await push(notice('2'), notice('3'), notice('3'));
    letGo[0]?.();
    expect((await list).map(({ _id }) => _id)).toEqual(['last', '3', '2', '1']);
  });

  test('is counted: a figure that may be older is asked for again', async () => {
    const { sent, letGo } = hold('/api/notifications/unread-count', [{ unreadCount: 1 }, { unreadCount: 7 }]);
    const figure = queryClient.fetchQuery({ ...unreadCount('ada'), staleTime: 0 });
    await push();
    letGo[0]?.();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    letGo[1]?.();
    expect(await figure).toBe(7);
    expect(sent).toHaveLength(2);
  });

  test('is not known where the line opened meanwhile: the first answer shows, and is old', async () => {
    const { letGo } = hold('/api/notifications', [{ notifications: [notice('1')] }]);
    const list = queryClient.fetchQuery(notificationList('ada'));
    refetchNotices(queryClient, 'ada');
    await vi.waitFor(() => expect(letGo).toHaveLength(1));
    letGo[0]?.();
    expect(await list).toHaveLength(1);
    for (const queryKey of [unreadKey, notificationKeys.list('ada')]) {
      await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true));
    }
  });
});
