import { expect, test } from 'vitest';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import {
  isProductAlertSet,
  type ProductAlertCommandPayload,
  productAlertCommandRules,
} from './product-alert-command-rules.ts';

const command = (
  type: ProductAlertCommandPayload['type'],
  id: string,
  sentAt?: number,
  productId = 'rice',
) => ({
  ...createOutboxCommand(productAlertCommandRules, { type, productId }, 'ada', id, 1),
  ...(sentAt && { sentAt }),
});

test('of what waits for one product only the last tap counts, but not what was sent', () => {
  const queue = [
    command('alert.set', 'sent', 5),
    command('alert.end', 'unsent'),
    command('alert.set', 'other', undefined, 'beans'),
  ];
  const fields: ProductAlertCommandPayload = { type: 'alert.set', productId: 'rice' };
  expect(productAlertCommandRules.coalesce(queue, fields)).toEqual({ drop: ['unsent'], keep: true });
});

test('a tap shows at once, and the last of several counts', () => {
  expect(isProductAlertSet([], [], 'rice')).toBe(false);
  expect(isProductAlertSet(['rice'], [], 'rice')).toBe(true);
  const set = command('alert.set', '1', 5);
  const end = command('alert.end', '2');
  expect(isProductAlertSet([], [set], 'rice')).toBe(true);
  expect(isProductAlertSet(['rice'], [set, end], 'rice')).toBe(false);
  expect(isProductAlertSet(['rice'], [end], 'beans')).toBe(false);
});

test('a damaged row is not sent', () => {
  expect(productAlertCommandRules.shapes['alert.set']({ productId: 'rice' })).toBe(true);
  expect(productAlertCommandRules.shapes['alert.end']({ productId: 7 })).toBe(false);
});
