import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Notification } from '#contract/schemas/notification.ts';
import { scriptApi } from '../../../tests/support/screen-stage.tsx';
import { createQueryClient } from '../../app/query-client.ts';
import { senderOf } from '../../offline/outbox-drain.ts';
import { registerNotificationCommands } from './notification-commands.ts';
import { notificationKeys } from './notification-queries.ts';
import { useUnreadCount } from './use-notifications.ts';

const unread = { _id: 'a', factKey: 'a', read: false, createdAt: '2026-01-01T10:00:00.000Z' } as Notification;
const list = [unread, { ...unread, _id: 'b', factKey: 'b', read: true }];

/** The figure on Ada's bell, before any new answer comes. */
function bell(seed: (queryClient: QueryClient) => void): number {
  scriptApi({ 'GET /api/notifications/unread-count': () => new Promise<never>(() => undefined) });
  const queryClient = createQueryClient();
  seed(queryClient);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(() => useUnreadCount('ada'), { wrapper }).result.current;
}

test('the bell has no figure before the server told one', () => {
  expect(bell(() => undefined)).toBe(0);
});

test.each([
  [2, 1, 1],
  [1, 2, 7],
  [2, 2, 1],
])(
  'of a list of minute %i and a count of minute %i the newer one is on the bell',
  (listed, counted, shown) => {
    const figure = bell((queryClient) => {
      queryClient.setQueryData(notificationKeys.list('ada'), list, { updatedAt: listed * 60_000 });
      queryClient.setQueryData(notificationKeys.unread('ada'), 7, { updatedAt: counted * 60_000 });
    });
    expect(figure).toBe(shown);
  },
);

test('what another tab did makes the list and the count old, and nothing else', () => {
  const queryClient = createQueryClient();
  registerNotificationCommands(queryClient);
  const keys = [
    ['u', 'ada', 'notifications'],
    ['u', 'ada', 'unread-count'],
    ['u', 'ada', 'cart'],
    ['public', 'products', 'notifications'],
  ];
  for (const key of keys) queryClient.setQueryData(key, []);
  senderOf('notif')?.onDoneElsewhere?.();
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
