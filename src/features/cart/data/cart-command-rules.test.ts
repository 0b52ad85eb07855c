import { describe, expect, test } from 'vitest';
import { createSampleCartItem } from '../../../../tests/support/cart-samples.ts';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import {
  type CartCommand,
  type CartCommandPayload,
  type CartLineKey,
  cartCommandRules,
} from './cart-command-rules.ts';

const rice: CartLineKey = { productId: 'rice', variant: null, sellingUnitName: 'Half bag' };
const oil: CartLineKey = { productId: 'oil', variant: null, sellingUnitName: null };

function command(id: string, fields: CartCommandPayload, more: Partial<CartCommand> = {}): CartCommand {
  return { ...createOutboxCommand(cartCommandRules, fields, 'ada', id, 0), ...more } as CartCommand;
}
const add = (line = rice, baseQuantity: number | null = 0): CartCommandPayload => ({
  type: 'cart.add',
  line,
  body: { productId: line.productId, quantity: 1 },
  preview: createSampleCartItem('Rice', 1, 1_000),
  baseQuantity,
});
const set = (quantity: number, line = rice): CartCommandPayload => ({
  type: 'cart.set',
  line,
  body: { productId: line.productId, quantity },
});
const remove = (line = rice): CartCommandPayload => ({ type: 'cart.remove', line });

describe('waiting commands melt together', () => {
  test('the last quantity of a line wins', () => {
    const queue = [command('a', set(2)), command('b', set(5, oil))];
    expect(cartCommandRules.coalesce(queue, set(3))).toEqual({ drop: ['a'], keep: true });
  });

  test('a quantity that was sent stays: the server may know it', () => {
    const sent = command('a', set(2), { sentAt: 1 });
    expect(cartCommandRules.coalesce([sent], set(3))).toEqual({ drop: [], keep: true });
  });

  test('adding a new line and removing it sends nothing', () => {
    const queue = [command('a', add()), command('b', set(4))];
    expect(cartCommandRules.coalesce(queue, remove())).toEqual({ drop: ['a', 'b'], keep: false });
  });

  test('removing a line that the server already has is still sent', () => {
    const removed = { drop: ['a'], keep: true };
    expect(cartCommandRules.coalesce([command('a', add(rice, 2))], remove())).toEqual(removed);
    // The phone has never seen a cart, so the server may have such a line.
    expect(cartCommandRules.coalesce([command('a', add(rice, null))], remove())).toEqual(removed);
  });

  test('removing a line whose add was sent is still sent', () => {
    const sent = command('a', add(), { sentAt: 1 });
    expect(cartCommandRules.coalesce([sent], remove())).toEqual({ drop: [], keep: true });
  });
});

test.each([add(), add(oil, null), set(2), remove()])('a whole $type is a command', (fields) => {
  expect(cartCommandRules.shapes[fields.type](command('a', fields))).toBe(true);
});

test.each([
  ['a line', remove(), { line: undefined }],
  ['the product of its line', set(2), { line: { ...rice, productId: undefined } }],
  ['the variant of its line', remove(), { line: { ...rice, variant: 1 } }],
  ['what is sent', set(2), { body: null }],
  ['a quantity', set(2), { body: { productId: 'rice', quantity: '2' } }],
  ['what is shown', add(), { preview: {} }],
  [
    'the pictures of what is shown',
    add(),
    { preview: { ...createSampleCartItem('Rice', 1, 1_000), product: { _id: 'a' } } },
  ],
  ['what the line had before', add(), { baseQuantity: 'none' }],
])('a row without %s is none', (_what, fields, damage) => {
  expect(cartCommandRules.shapes[fields.type]({ ...command('a', fields), ...damage })).toBe(false);
});
