import { describe, expect, test } from 'vitest';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import { type NotificationCommandPayload, notificationCommandRules } from './notification-command-rules.ts';
import {
  applyQueuedCommandsToNotifications,
  applyQueuedCommandsToUnreadCount,
  countUnreadNotifications,
  filterNotifications,
  getNewestNotificationTime,
} from './notification-view.ts';

function notification(
  id: string,
  hour: string,
  more: Partial<ShopperNotification> = {},
): ShopperNotification {
  return {
    _id: id,
    type: 'info',
    category: 'wallet',
    title: `Title ${id}`,
    message: `Message ${id}`,
    data: {},
    factKey: id,
    read: false,
    readAt: null,
    createdAt: `2026-11-20T${hour}:00:00.000Z`,
    timeAgo: '',
    ...more,
  };
}
const list = [
  notification('c', '12', { category: 'payment', message: 'Payment successful! ₦900 paid via Card' }),
  notification('b', '11'),
  notification('a', '10', { read: true }),
];
const command = (fields: NotificationCommandPayload) =>
  createOutboxCommand(notificationCommandRules, fields, 'ada', 'x', 5);
const ids = (shown: readonly ShopperNotification[]) => shown.map(({ _id }) => _id);

describe('waiting commands', () => {
  test('read one: it is read, with a time', () => {
    const shown = applyQueuedCommandsToNotifications(list, [command({ type: 'notif.read', noticeId: 'b' })]);
    expect(shown[1]).toMatchObject({ read: true, readAt: '1970-01-01T00:00:00.005Z' });
    expect(countUnreadNotifications(shown)).toBe(1);
  });

  test('delete one: it is gone', () => {
    expect(
      ids(applyQueuedCommandsToNotifications(list, [command({ type: 'notif.delete', noticeId: 'c' })])),
    ).toEqual(['b', 'a']);
  });

  test('read all and clear all leave newer ones alone', () => {
    const before = '2026-11-20T11:00:00.000Z';
    const read = applyQueuedCommandsToNotifications(list, [command({ type: 'notif.readAll', before })]);
    expect(read.filter((one) => !one.read).map(({ _id }) => _id)).toEqual(['c']);
    expect(ids(applyQueuedCommandsToNotifications(list, [command({ type: 'notif.clear', before })]))).toEqual(
      ['c'],
    );
  });
});

test('the bell counts down while commands wait, never below zero', () => {
  const read = command({ type: 'notif.read', noticeId: 'b' });
  expect(applyQueuedCommandsToUnreadCount({ count: 2, atMs: 0 }, [read], list)).toBe(1);
  expect(applyQueuedCommandsToUnreadCount({ count: 2, atMs: 0 }, [read], undefined)).toBe(1);
  expect(applyQueuedCommandsToUnreadCount({ count: 0, atMs: 0 }, [read], list)).toBe(0);
  expect(
    applyQueuedCommandsToUnreadCount(
      { count: 7, atMs: 0 },
      [command({ type: 'notif.readAll', before: '' })],
      list,
    ),
  ).toBe(0);
});

test('the bell counts an unread one that waits to be deleted down, once, and no read one', () => {
  const gone = (noticeId: string) => command({ type: 'notif.delete', noticeId });
  expect(applyQueuedCommandsToUnreadCount({ count: 2, atMs: 0 }, [gone('c')], list)).toBe(1);
  expect(applyQueuedCommandsToUnreadCount({ count: 2, atMs: 0 }, [gone('a')], list)).toBe(2);
  const read = command({ type: 'notif.read', noticeId: 'c' });
  expect(applyQueuedCommandsToUnreadCount({ count: 2, atMs: 0 }, [read, gone('c'), gone('b')], list)).toBe(0);
  expect(applyQueuedCommandsToUnreadCount({ count: 3, atMs: 0 }, [read, gone('c')], list)).toBe(2);
});

test.each([
  ['the server counted it already', 1, 1],
  ['the server did not hear of it', 2, 1],
  ['a new one came as well', 3, 2],
  ['the other one was read elsewhere', 0, 0],
])('of a reading whose answer was lost the bell counts each once: %s', (_, count, shown) => {
  const sent = { ...command({ type: 'notif.read', noticeId: 'c' }), sentAt: 9 };
  expect(applyQueuedCommandsToUnreadCount({ count, atMs: 10 }, [sent], list)).toBe(shown);
});

test('what was sent after the count, or with no list to tell, is taken off the count', () => {
  const sent = { ...command({ type: 'notif.read', noticeId: 'c' }), sentAt: 9 };
  expect(applyQueuedCommandsToUnreadCount({ count: 5, atMs: 9 }, [sent], list)).toBe(4);
  expect(applyQueuedCommandsToUnreadCount({ count: 5, atMs: 10 }, [sent], list)).toBe(4);
  expect(applyQueuedCommandsToUnreadCount({ count: 1, atMs: 9 }, [sent], list)).toBe(0);
  expect(applyQueuedCommandsToUnreadCount({ count: 1, atMs: 10 }, [sent], undefined)).toBe(0);
});

test('of two readings the list decides only about the one that was sent', () => {
  const read = (noticeId: string) => command({ type: 'notif.read', noticeId });
  const three = [...list, notification('d', '09')];
  expect(
    applyQueuedCommandsToUnreadCount({ count: 2, atMs: 10 }, [{ ...read('c'), sentAt: 9 }, read('b')], three),
  ).toBe(1);
  expect(
    applyQueuedCommandsToUnreadCount({ count: 9, atMs: 10 }, [{ ...read('c'), sentAt: 9 }, read('b')], three),
  ).toBe(7);
});

test('search looks in title and message, in any case, inside the category', () => {
  expect(ids(filterNotifications(list, 'all', ' PAID via'))).toEqual(['c']);
  expect(ids(filterNotifications(list, 'all', 'title B'))).toEqual(['b']);
  expect(ids(filterNotifications(list, 'wallet', ''))).toEqual(['b', 'a']);
  expect(ids(filterNotifications(list, 'wallet', 'paid'))).toEqual([]);
});

test('the newest time is a server time', () => {
  expect(getNewestNotificationTime(list)).toBe('2026-11-20T12:00:00.000Z');
  expect(getNewestNotificationTime([])).toBeNull();
});
