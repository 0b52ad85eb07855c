import { expect, test } from 'vitest';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import { type NotificationCommandPayload, notificationCommandRules } from './notification-command-rules.ts';

const { coalesce, shapes } = notificationCommandRules;
const read = (noticeId: string): NotificationCommandPayload => ({ type: 'notif.read', noticeId });
const remove = (noticeId: string): NotificationCommandPayload => ({ type: 'notif.delete', noticeId });
const command = (id: string, fields: NotificationCommandPayload) =>
  createOutboxCommand(notificationCommandRules, fields, 'ada', id, 0);

test('deleting one makes the reading of that one needless', () => {
  const queue = [command('a', read('1')), command('b', read('2'))];
  expect(coalesce(queue, remove('1'))).toEqual({ drop: ['a'], keep: true });
});

test('reading all makes single reads needless, clearing makes everything needless', () => {
  const queue = [command('a', read('1')), command('b', remove('2'))];
  expect(coalesce(queue, { type: 'notif.readAll', before: 't' }).drop).toEqual(['a']);
  expect(coalesce(queue, { type: 'notif.clear', before: 't' }).drop).toEqual(['a', 'b']);
  expect(coalesce(queue, read('1')).keep).toBe(false);
});

test('what was sent stays: the server may know it', () => {
  const sent = { ...command('a', read('1')), sentAt: 1 };
  expect(coalesce([sent], { type: 'notif.clear', before: 't' })).toEqual({ drop: [], keep: true });
});

test('a row that names no notification, or no time, is no command', () => {
  expect(shapes['notif.read'](command('a', read('1')))).toBe(true);
  expect(shapes['notif.delete']({ type: 'notif.delete' })).toBe(false);
  expect(shapes['notif.clear'](command('a', { type: 'notif.clear', before: 't' }))).toBe(true);
  expect(shapes['notif.readAll']({ type: 'notif.readAll', before: 5 })).toBe(false);
});
