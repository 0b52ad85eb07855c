import { describe, expect, test } from 'vitest';
import type { CartItem } from '#contract/schemas/cart.ts';
import {
  afterFailure,
  backoffMs,
  type Command,
  coalesce,
  type Intent,
  type LineKey,
  scopeOf,
} from './outbox-queue.ts';

const rice: LineKey = { productId: 'rice', variant: null, sellingUnitName: 'Half bag' };
const oil: LineKey = { productId: 'oil', variant: null, sellingUnitName: null };

function command(id: string, intent: Intent, more: Partial<Command> = {}): Command {
  return {
    ...intent,
    id,
    userId: 'ada',
    scope: scopeOf(intent),
    createdAt: 0,
    tries: 0,
    serverErrors: 0,
    ...more,
  } as Command;
}
const add = (line = rice, baseQuantity: number | null = 0): Intent => ({
  type: 'cart.add',
  line,
  body: { productId: line.productId, quantity: 1 },
  preview: {} as CartItem,
  baseQuantity,
});
const set = (quantity: number, line = rice): Intent => ({
  type: 'cart.set',
  line,
  body: { productId: line.productId, quantity },
});
const remove = (line = rice): Intent => ({ type: 'cart.remove', line });

describe('waiting commands melt together', () => {
  test('the last quantity of a line wins', () => {
    const queue = [command('a', set(2)), command('b', set(5, oil))];
    expect(coalesce(queue, set(3))).toEqual({ drop: ['a'], keep: true });
  });

  test('a quantity that was sent stays: the server may know it', () => {
    expect(coalesce([command('a', set(2), { sentAt: 1 })], set(3))).toEqual({ drop: [], keep: true });
  });

  test('adding a new line and removing it sends nothing', () => {
    const queue = [command('a', add()), command('b', set(4))];
    expect(coalesce(queue, remove())).toEqual({ drop: ['a', 'b'], keep: false });
  });

  test('removing a line that the server already has is still sent', () => {
    expect(coalesce([command('a', add(rice, 2))], remove())).toEqual({ drop: ['a'], keep: true });
    // Nobody has seen whether the server has one.
    expect(coalesce([command('a', add(rice, null))], remove())).toEqual({ drop: ['a'], keep: true });
  });

  test('removing a line whose add was sent is still sent', () => {
    expect(coalesce([command('a', add(), { sentAt: 1 })], remove())).toEqual({ drop: [], keep: true });
  });

  test('deleting one makes the reading of that one needless', () => {
    const queue = [
      command('a', { type: 'notif.read', noticeId: '1' }),
      command('b', { type: 'notif.read', noticeId: '2' }),
    ];
    expect(coalesce(queue, { type: 'notif.delete', noticeId: '1' })).toEqual({ drop: ['a'], keep: true });
  });

  test('reading all makes single reads needless, clearing makes everything needless', () => {
    const queue = [
      command('a', { type: 'notif.read', noticeId: '1' }),
      command('b', { type: 'notif.delete', noticeId: '2' }),
      command('c', set(2)),
    ];
    expect(coalesce(queue, { type: 'notif.readAll', before: 't' }).drop).toEqual(['a']);
    expect(coalesce(queue, { type: 'notif.clear', before: 't' }).drop).toEqual(['a', 'b']);
    expect(coalesce(queue, { type: 'notif.read', noticeId: '1' }).keep).toBe(false);
  });
});

test.each([
  ['no answer', null, 'retry'],
  ['a timeout at the server', 408, 'retry'],
  ['still running', 425, 'retry'],
  ['too many requests', 429, 'retry'],
  ['a server fault', 500, 'retry'],
  ['a lost session', 401, 'signed-out'],
  ['a refusal', 400, 'give-up'],
] as const)('after %s the command waits or goes', (_name, status, expected) => {
  expect(afterFailure(command('a', set(2)), status)).toBe(expected);
});

test('a delete of something already gone is done, a change of it is refused', () => {
  expect(afterFailure(command('a', remove()), 404)).toBe('done');
  expect(afterFailure(command('a', { type: 'notif.delete', noticeId: '1' }), 404)).toBe('done');
  expect(afterFailure(command('a', set(2)), 404)).toBe('give-up');
});

test('after eight answered server faults a command is given up', () => {
  expect(afterFailure(command('a', set(2), { serverErrors: 6 }), 500)).toBe('retry');
  expect(afterFailure(command('a', set(2), { serverErrors: 7 }), 500)).toBe('give-up');
});

test('the pause doubles from one second to thirty, unless the server names one', () => {
  expect([1, 2, 3, 6, 9].map((n) => backoffMs(n, 0))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  expect(backoffMs(1, 1)).toBe(1_250);
  expect(backoffMs(5, 1, 7_000)).toBe(7_000);
});
