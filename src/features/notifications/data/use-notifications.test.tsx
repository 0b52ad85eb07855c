import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { outbox, TestAppServicesProvider, testAppServices } from '../../../../tests/support/own-app.tsx';
import { installScriptedApi } from '../../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../../app/data/query-client.ts';
import type { LocalNotification } from '../../../lib/local-notification.ts';
import { createLocalNotificationStore } from './local-notifications.ts';
import type { NotificationCommand } from './notification-command-rules.ts';
import { registerNotificationCommands } from './notification-commands.ts';
import { notificationListQuery, notificationQueryKeys } from './notification-queries.ts';
import { startReceivingNotifications } from './notifications-realtime.ts';
import { useNotifications, useUnreadNotificationCount } from './use-notifications.ts';

const local = testAppServices.get(createLocalNotificationStore);

const unread = {
  _id: 'a',
  factKey: 'a',
  read: false,
  createdAt: '2026-01-01T10:00:00.000Z',
} as ShopperNotification;
const list = [unread, { ...unread, _id: 'b', factKey: 'b', read: true }];

/** The command with which Ada read the first of them. */
const reading: NotificationCommand = {
  id: 'x',
  userId: 'ada',
  scope: 'notif',
  type: 'notif.read',
  noticeId: 'a',
  createdAt: 5,
  tries: 0,
};

function show<Result>(useIt: () => Result, seed: (queryClient: QueryClient) => void) {
  const silence = () => new Promise<never>(() => undefined);
  installScriptedApi({ 'GET /api/notifications/unread-count': silence, 'GET /api/notifications': silence });
  const queryClient = createQueryClient();
  seed(queryClient);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TestAppServicesProvider>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </TestAppServicesProvider>
  );
  return renderHook(useIt, { wrapper }).result;
}

/** Reads the number on Ada's bell before any new answer comes. */
function bell(seed: (queryClient: QueryClient) => void): number {
  outbox.view.noteRead();
  return show(() => useUnreadNotificationCount('ada'), seed).current;
}

test('neither list nor figure is shown before what an earlier page left waiting is known', () => {
  const seed = (queryClient: QueryClient) =>
    queryClient.setQueryData(notificationQueryKeys.list('ada'), [
      unread,
      { ...unread, _id: 'b', factKey: 'b' },
    ]);
  const list = show(() => useNotifications('ada'), seed);
  const figure = show(() => useUnreadNotificationCount('ada'), seed);
  expect(list.current).toMatchObject({ list: undefined, isComplete: false });
  expect(figure.current).toBe(0);
  act(() => outbox.view.show([reading]));
  expect(list.current.list?.map(({ read }) => read)).toEqual([true, false]);
  expect(figure.current).toBe(1);
  act(() => outbox.view.show([]));
});

test('after a lost answer the bell does not count a reading twice', () => {
  const figure = () =>
    bell((queryClient) => {
      const both = [unread, { ...unread, _id: 'b', factKey: 'b' }];
      queryClient.setQueryData(notificationQueryKeys.list('ada'), both, { updatedAt: 60_000 });
      queryClient.setQueryData(notificationQueryKeys.unread('ada'), 1, { updatedAt: 120_000 });
    });
  outbox.view.show([{ ...reading, sentAt: 90_000 }]);
  expect(figure()).toBe(1);
  outbox.view.show([reading]);
  expect(figure()).toBe(0);
  outbox.view.show([]);
});

test('the bell has no figure before the server told one', () => {
  expect(bell(() => undefined)).toBe(0);
});

test('a list that was asked for before a command counted, and comes after it, is not believed', async () => {
  outbox.view.noteRead();
  const answers: (() => void)[] = [];
  let stored = list;
  installScriptedApi({
    'GET /api/notifications/unread-count': () => new Promise<never>(() => undefined),
    'GET /api/notifications': () => {
      const json = { success: true, data: { notifications: stored } };
      return new Promise((resolve) => answers.push(() => resolve({ json })));
    },
  });
  const queryClient = createQueryClient();
  registerNotificationCommands(outbox, queryClient);
  queryClient.setQueryData(notificationQueryKeys.list('ada'), list, { updatedAt: 1 });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TestAppServicesProvider>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </TestAppServicesProvider>
  );
  // The panel was closed meanwhile, so only the bell uses the list.
  const { result } = renderHook(() => useUnreadNotificationCount('ada'), { wrapper });
  void queryClient.prefetchQuery(notificationListQuery('ada'));
  await waitFor(() => expect(answers).toHaveLength(1));
  stored = [];
  const clearing = { ...reading, type: 'notif.clear', before: unread.createdAt } as NotificationCommand;
  act(() => outbox.senderOf('notif')?.onDone(clearing, null));
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => {
    for (const answer of answers) answer();
  });
  await waitFor(() =>
    expect(queryClient.isFetching({ queryKey: notificationQueryKeys.list('ada') })).toBe(0),
  );
  expect(queryClient.getQueryData(notificationQueryKeys.list('ada'))).toEqual([]);
  expect(result.current).toBe(0);
});

test.each([
  [2, 1, 1],
  [1, 2, 7],
  [2, 2, 1],
])(
  'of a list of minute %i and a count of minute %i the newer one is on the bell',
  (listed, counted, shown) => {
    const figure = bell((queryClient) => {
      queryClient.setQueryData(notificationQueryKeys.list('ada'), list, { updatedAt: listed * 60_000 });
      queryClient.setQueryData(notificationQueryKeys.unread('ada'), 7, { updatedAt: counted * 60_000 });
    });
    expect(figure).toBe(shown);
  },
);

test('the bell counts a fact of this phone once, also when the server counts it too', async () => {
  outbox.view.noteRead();
  const paid = { ...unread, _id: 'server', factKey: 'payment:gb-1' };
  let isListed = false;
  const sent = installScriptedApi({
    'GET /api/notifications/unread-count': () => ({ json: { success: true, data: { unreadCount: 1 } } }),
    'GET /api/notifications': () => ({
      json: { success: true, data: { notifications: isListed ? [paid] : [] } },
    }),
  });
  const queryClient = createQueryClient();
  const stop = startReceivingNotifications(testAppServices, queryClient, 'ada');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TestAppServicesProvider>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </TestAppServicesProvider>
  );
  // The list was answered before the server had its notification of the payment.
  await queryClient.prefetchQuery(notificationListQuery('ada'));
  await waitFor(() => expect(local.current()).toEqual([]));
  const fact = { factKey: 'payment:gb-1', type: 'success', category: 'payment', title: 'Paid', message: '' };
  act(() => local.add(fact as LocalNotification, []));
  isListed = true;
  const figures: number[] = [];
  renderHook(() => figures.push(useUnreadNotificationCount('ada')), { wrapper });
  await waitFor(() => expect(sent.filter(({ path }) => path === '/api/notifications')).toHaveLength(2));
  await waitFor(() => expect(local.current()).toEqual([]));
  expect(figures.at(-1)).toBe(1);
  expect(Math.max(...figures)).toBe(1);
  stop();
});

describe('what another tab did', () => {
  const keys = [
    ['u', 'ada', 'notifications'],
    ['u', 'ada', 'unread-count'],
    ['u', 'ada', 'cart'],
    ['public', 'products', 'notifications'],
  ];
  function hear(isDone: boolean) {
    const queryClient = createQueryClient();
    registerNotificationCommands(outbox, queryClient);
    for (const key of keys) queryClient.setQueryData(key, list);
    outbox.senderOf('notif')?.onEndElsewhere?.({ command: reading, isDone, reply: null, atMs: Date.now() });
    const isOld = keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
    const read = queryClient
      .getQueryData<typeof list>(notificationQueryKeys.list('ada'))
      ?.filter((n) => n.read);
    return { isOld, read: read?.map(({ _id }) => _id) };
  }

  test('makes the list and the count old, and nothing else', () => {
    for (const isDone of [true, false]) expect(hear(isDone).isOld).toEqual([true, true, false, false]);
  });

  test('counts in this tab too, which may be the last to write its list; what was refused does not', () => {
    const readBefore = list.filter(({ read }) => read).map(({ _id }) => _id);
    expect(readBefore).not.toContain('a');
    expect(hear(false).read).toEqual(readBefore);
    expect(hear(true).read).toEqual(expect.arrayContaining(['a', ...readBefore]));
  });
});
