import { expect, test } from 'vitest';
import { createSampleCart, createSampleCartItem } from '../../../../tests/support/cart-samples.ts';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import { type CartCommand, type CartCommandPayload, cartCommandRules } from './cart-command-rules.ts';
import { applyQueuedCommandsToCart, getCartLineKey } from './cart-view.ts';

/**
 * Tests every way to tap one line up to four times: commands that are merged before they are sent must lead to the cart
 * that all taps would make.
 */

const ACTS = ['add', 'set', 'remove'] as const;
type Act = (typeof ACTS)[number];
const line = getCartLineKey(createSampleCartItem('Rice', 1, 1_000));

function sequences(length: number): Act[][] {
  if (length === 0) return [[]];
  return sequences(length - 1).flatMap((start) => ACTS.map((act) => [...start, act]));
}

function cartOf(quantity: number) {
  return createSampleCart(quantity > 0 ? [createSampleCartItem('Rice', quantity, 1_000)] : []);
}

/** Applies one command by the shop's rule, which refuses to change a line that does not exist. */
function atServer(quantity: number, fields: CartCommandPayload): number {
  if (fields.type === 'cart.add') return quantity + fields.preview.quantity;
  if (fields.type === 'cart.set') return quantity > 0 ? fields.body.quantity : 0;
  return 0;
}

/**
 * Builds the command of a tap as the screens do: an add notes the quantity that the shopper sees, or that no cart was
 * seen.
 */
function fieldsOf(act: Act, tap: number, seen: number | null): CartCommandPayload {
  if (act === 'remove') return { type: 'cart.remove', line };
  const body = { productId: line.productId, quantity: 10 + tap };
  if (act === 'set') return { type: 'cart.set', line, body };
  return {
    type: 'cart.add',
    line,
    body,
    preview: createSampleCartItem('Rice', 10 + tap, 1_000),
    baseQuantity: seen,
  };
}

/**
 * Plays the taps.
 * @param sentTaps after how many taps the waiting commands were sent without an answer, so that the server may know
 * them.
 */
function tapThrough(acts: Act[], quantity: number, isCartSeen: boolean, sentTaps: number) {
  let queue: CartCommand[] = [];
  let all = quantity;
  for (const [tap, act] of acts.entries()) {
    if (tap === sentTaps) queue = queue.map((command) => ({ ...command, sentAt: 1 }));
    const seen = applyQueuedCommandsToCart(cartOf(isCartSeen ? quantity : 0), queue).items[0]?.quantity ?? 0;
    const fields = fieldsOf(act, tap, isCartSeen ? seen : null);
    const { drop, keep } = cartCommandRules.coalesce(queue, fields);
    queue = queue.filter(({ id }) => !drop.includes(id));
    if (keep) queue.push(createOutboxCommand(cartCommandRules, fields, 'ada', `tap ${tap}`, tap));
    all = atServer(all, fields);
  }
  return { melted: queue.reduce(atServer, quantity), all };
}

test.each([
  ['an empty cart', 0, true],
  ['a cart with three', 3, true],
  ['an empty cart that was never seen', 0, false],
  ['a cart with three that was never seen', 3, false],
])('on %s', (_name, quantity, isCartSeen) => {
  for (const acts of [1, 2, 3, 4].flatMap(sequences)) {
    for (let sentTaps = 0; sentTaps < acts.length; sentTaps += 1) {
      const { melted, all } = tapThrough(acts, quantity, isCartSeen, sentTaps);
      expect(melted, `${acts.join(', ')}; sent after ${sentTaps}`).toBe(all);
    }
  }
});
